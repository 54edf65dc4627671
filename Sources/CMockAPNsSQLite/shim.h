// What Swift cannot import by itself: macros and variadic functions, as inline functions. Nothing else.
#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast: SQLite copies the bytes before it returns.
static inline int mockapns_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, (const char *)bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int mockapns_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// SQLITE_STATIC is a cast too: the bytes stay where they are until the statement was executed.
static inline int mockapns_bind_blob_in_place(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

static inline void mockapns_result_text(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_text64(context, (const char *)bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void mockapns_result_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes, count, SQLITE_TRANSIENT);
}
