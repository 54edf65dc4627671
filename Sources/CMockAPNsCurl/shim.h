// What Swift cannot import by itself: macros and variadic functions, as inline functions. Nothing else.
#pragma once
#include <curl/curl.h>

typedef size_t (*mockapns_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode mockapns_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mockapns_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mockapns_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode mockapns_curl_set_sink(CURL *handle, CURLoption option, mockapns_curl_sink sink) {
  return curl_easy_setopt(handle, option, sink);
}

// libcurl copies the bytes.
static inline CURLcode mockapns_curl_set_bytes(CURL *handle, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return curl_easy_setopt(handle, option, &blob);
}

static inline CURLcode mockapns_curl_get_number(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}
