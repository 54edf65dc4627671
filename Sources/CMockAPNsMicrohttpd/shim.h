// What Swift cannot import by itself: macros and variadic functions, as inline functions. Nothing else.
#pragma once
#include <microhttpd.h>

typedef struct {
  int listening_socket;
  unsigned int is_ipv6;
  unsigned int connection_limit;
  size_t memory_bytes;
  size_t stack_bytes;
  void *context;
  MHD_AcceptPolicyCallback accept;
  MHD_NotifyConnectionCallback notify;
  void *(*begin)(void *context, const char *uri, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback complete;
} mockapns_http1_options;

// One thread a connection, one that polls and accepts.
static inline struct MHD_Daemon *mockapns_http1_start(const mockapns_http1_options *options) {
  unsigned int flags = MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC;
  if (options->is_ipv6) flags |= MHD_USE_IPv6;
  return MHD_start_daemon(
      flags, 0, options->accept, options->context, options->handle, options->context,
      MHD_OPTION_LISTEN_SOCKET, options->listening_socket,
      MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->memory_bytes,
      MHD_OPTION_THREAD_STACK_SIZE, options->stack_bytes,
      MHD_OPTION_NOTIFY_CONNECTION, options->notify, options->context,
      MHD_OPTION_URI_LOG_CALLBACK, options->begin, options->context,
      MHD_OPTION_NOTIFY_COMPLETED, options->complete, options->context,
      MHD_OPTION_END);
}

static inline int mockapns_http1_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}

static inline void *mockapns_http1_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static inline const struct sockaddr *mockapns_http1_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

// A body of unknown length: chunked, or ended by closing for HTTP/1.0.
static inline struct MHD_Response *mockapns_http1_stream(
    size_t block_bytes, MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback release) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, block_bytes, read, context, release);
}
