// Macros of ssl.h as functions.
#pragma once
#include <openssl/ssl.h>

static inline int mockapns_require_tls12(SSL_CTX *context) {
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

static inline void mockapns_set_mode(SSL_CTX *context, long mode) { SSL_CTX_set_mode(context, mode); }

static inline void mockapns_disable_session_cache(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline int mockapns_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

static inline uint64_t mockapns_no_resumption_options(void) { return SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION; }

static inline void mockapns_set_server_name(SSL *ssl, const char *name) { SSL_set_tlsext_host_name(ssl, name); }
