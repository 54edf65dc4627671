// What Swift cannot import by itself: macros and variadic functions, as inline functions. Nothing else.
#pragma once
#include <uv.h>

// Threads.
#ifdef __linux__
#include <sys/prctl.h>
#endif

// At most 15 bytes are kept on Linux, 63 on Darwin.
static inline void mockapns_name_current_thread(const char *name) {
#ifdef __linux__
  prctl(PR_SET_NAME, name);
#else
  pthread_setname_np(name);
#endif
}
