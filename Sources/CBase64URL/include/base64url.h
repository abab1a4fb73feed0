#ifndef SIGNET_BASE64URL_H
#define SIGNET_BASE64URL_H

#include <stddef.h>
#include <stdint.h>

/// base64url without padding (RFC 4648 §5), 32 characters at a time. Neither time nor addresses depend on the bytes.

/// `text` has room for (4 * count + 2) / 3 characters, rounded down.
void signet_base64url_encode(const uint8_t *bytes, size_t count, uint8_t *text);

/// Returns where the first character is that is not of the alphabet, and `count` where there is none: then the text is
/// decoded. `bytes` has room for 6 * count / 8 bytes, rounded down.
///
/// left_over: becomes the bits of the last character that belong to no byte, at the top.
size_t signet_base64url_decode(const uint8_t *text, size_t count, uint8_t *bytes, uint8_t *left_over);

#endif
