#ifndef SIGNET_BASE64URL_H
#define SIGNET_BASE64URL_H

#include <stddef.h>
#include <stdint.h>

/// base64url without padding (RFC 4648 §5), 32 characters at a time. Neither time nor addresses depend on the bytes.

/// text: must have room for (4 * count + 2) / 3 characters, rounded down.
void signet_base64url_encode(const uint8_t *bytes, size_t count, uint8_t *text);

/// bytes: must have room for 6 * count / 8 bytes, rounded down.
/// left_over: becomes the unused bits of the last character, at the top.
///
/// Returns the index of the first character that is not in the alphabet. If there is none, returns `count`, and the
/// text has been decoded.
size_t signet_base64url_decode(const uint8_t *text, size_t count, uint8_t *bytes, uint8_t *left_over);

#endif
