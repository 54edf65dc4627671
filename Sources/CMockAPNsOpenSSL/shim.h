// What Swift cannot import by itself: macros and variadic functions, as inline functions. Nothing else.
#pragma once
#include <openssl/ssl.h>

// Keys and certificates.
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509v3.h>

static inline EVP_PKEY *mockapns_generate_p256_key(void) { return EVP_EC_gen("prime256v1"); }

// TLS.
#include "tls.h"
