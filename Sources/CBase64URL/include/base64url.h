#ifndef SIGNET_BASE64URL_H
#define SIGNET_BASE64URL_H

#include <stddef.h>
#include <stdint.h>

/// base64url (RFC 4648 §5) of whole groups, 48 bytes or 64 characters at a time, on processors with AVX-512 VBMI.
/// The tables are registers, so neither time nor addresses depend on the bytes.

/// Encodes from the beginning as many groups of 3 bytes as there are into 4 characters each.
///
/// Returns how many bytes were taken: a multiple of 3, and 0 on other processors. `text` has room for 4 characters for
/// each 3 of them.
size_t signet_base64url_encode(const uint8_t *bytes, size_t count, uint8_t *text);

/// Decodes from the beginning groups of 4 characters into 3 bytes each, up to the first 64 characters of which one is
/// not of the alphabet.
///
/// Returns how many characters were taken: a multiple of 4, and 0 on other processors. `bytes` has room for 3 bytes for
/// each 4 of them.
size_t signet_base64url_decode(const uint8_t *text, size_t count, uint8_t *bytes);

#endif
