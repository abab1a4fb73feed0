#include <openssl/evp.h>
#include <openssl/params.h>
