// The few functions of SQLite that pace calls, declared here so that neither its headers nor its development
// package is needed. The signatures are part of SQLite's stable interface: https://sqlite.org/c3ref/funclist.html
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_value sqlite3_value;
typedef struct sqlite3_context sqlite3_context;

int sqlite3_open_v2(const char *path, sqlite3 **connection, int flags, const char *vfs);
int sqlite3_close_v2(sqlite3 *connection);
int sqlite3_limit(sqlite3 *connection, int limit, int value);
int sqlite3_busy_handler(sqlite3 *connection, int (*wait)(void *, int), void *context);
int sqlite3_sleep(int milliseconds);
void sqlite3_progress_handler(sqlite3 *connection, int steps, int (*look)(void *), void *context);
int sqlite3_extended_errcode(sqlite3 *connection);
int sqlite3_system_errno(sqlite3 *connection);
const char *sqlite3_errmsg(sqlite3 *connection);
int sqlite3_file_control(sqlite3 *connection, const char *database, int operation, void *argument);
int sqlite3_keyword_check(const char *word, int bytes);
int sqlite3_exec(sqlite3 *connection, const char *sql, int (*row)(void *, int, char **, char **),
                 void *context, char **message);
int64_t sqlite3_changes64(sqlite3 *connection);

int sqlite3_create_function_v2(sqlite3 *connection, const char *name, int arguments, int flags, void *context,
                               void (*call)(sqlite3_context *, int, sqlite3_value **),
                               void (*step)(sqlite3_context *, int, sqlite3_value **),
                               void (*final)(sqlite3_context *), void (*destroy)(void *));
void sqlite3_result_int(sqlite3_context *call, int result);

int sqlite3_prepare_v2(sqlite3 *connection, const char *sql, int bytes, sqlite3_stmt **statement,
                       const char **tail);
int sqlite3_finalize(sqlite3_stmt *statement);
int sqlite3_step(sqlite3_stmt *statement);
int sqlite3_reset(sqlite3_stmt *statement);
int sqlite3_clear_bindings(sqlite3_stmt *statement);

int sqlite3_bind_null(sqlite3_stmt *statement, int index);
int sqlite3_bind_int64(sqlite3_stmt *statement, int index, int64_t value);
int sqlite3_bind_double(sqlite3_stmt *statement, int index, double value);
int sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes, void (*free)(void *));
int sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *data, int bytes, void (*free)(void *));
int sqlite3_bind_pointer(sqlite3_stmt *statement, int index, void *pointer, const char *type, void (*free)(void *));

// A value of the current row, valid until the statement moves. Going through it takes one checked call for a
// column instead of one for each question; connections are used by one thread, so it needs no protection.
sqlite3_value *sqlite3_column_value(sqlite3_stmt *statement, int column);
int sqlite3_value_type(sqlite3_value *value);
int64_t sqlite3_value_int64(sqlite3_value *value);
double sqlite3_value_double(sqlite3_value *value);
const unsigned char *sqlite3_value_text(sqlite3_value *value);
const void *sqlite3_value_blob(sqlite3_value *value);
int sqlite3_value_bytes(sqlite3_value *value);
void *sqlite3_value_pointer(sqlite3_value *value, const char *type);

// SQLITE_TRANSIENT, a cast that Swift cannot import: SQLite makes a copy of what is bound.
static inline int pace_bind_text(sqlite3_stmt *statement, int index, const void *text, int bytes) {
  return sqlite3_bind_text(statement, index, (const char *)text, bytes, (void (*)(void *))-1);
}

static inline int pace_bind_blob(sqlite3_stmt *statement, int index, const void *data, int bytes) {
  return sqlite3_bind_blob(statement, index, data, bytes, (void (*)(void *))-1);
}

// SQL can neither make such a pointer nor look at it. The type is kept as it is given, so it has to be a constant.
static inline int pace_bind_taker(sqlite3_stmt *statement, int index, void *taker) {
  return sqlite3_bind_pointer(statement, index, taker, "row", NULL);
}

static inline void *pace_taker(sqlite3_value *value) { return sqlite3_value_pointer(value, "row"); }

static inline uint64_t pace_word_at(const void *bytes, size_t offset) {
  uint64_t word;
  memcpy(&word, (const char *)bytes + offset, 8);
  return word;
}

// Swift has no other quick way to compare and hash bytes. Ids mostly have 8 to 16 of them, which two words cover.
static inline int pace_same_bytes(const void *left, const void *right, size_t count) {
  if (count - 8 <= 8) {
    return pace_word_at(left, 0) == pace_word_at(right, 0) &&
           pace_word_at(left, count - 8) == pace_word_at(right, count - 8);
  }
  return count == 0 || memcmp(left, right, count) == 0;
}

static inline int pace_compare_bytes(const void *left, const void *right, size_t count) {
  return count == 0 ? 0 : memcmp(left, right, count);
}

// The first bytes, at most eight, as a number; different texts of one length up to eight have different ones.
static inline uint64_t pace_head_of_bytes(const void *bytes, size_t count) {
  const unsigned char *first = (const unsigned char *)bytes;
  if (count >= 8) return pace_word_at(bytes, 0);
  if (count >= 4) {
    uint32_t low, high;
    memcpy(&low, first, 4);
    memcpy(&high, first + count - 4, 4);
    return low | (uint64_t)high << 32;
  }
  if (count == 0) return 0;
  return first[0] | (uint64_t)first[count / 2] << 8 | (uint64_t)first[count - 1] << 16;
}

static inline uint64_t pace_hash_bytes(const void *bytes, size_t count) {
  uint64_t hash = (pace_head_of_bytes(bytes, count) ^ count) * 0x9e3779b97f4a7c15u;
  while (count > 8) {
    bytes = (const unsigned char *)bytes + 8;
    count -= 8;
    hash = (hash ^ (hash >> 32) ^ pace_head_of_bytes(bytes, count)) * 0x9e3779b97f4a7c15u;
  }
  return hash ^ (hash >> 32);
}

// A block with more room, and what was in it; the system moves its pages instead of copying them.
static inline void *pace_grow_block(void *block, size_t bytes) {
  void *larger = realloc(block, bytes);
  if (larger == NULL) abort();
  return larger;
}

static inline void pace_free_block(void *block) { free(block); }

// Whether there is a file or folder at the path, on a file system that is mounted read-only.
static inline int pace_is_on_read_only(const char *path) {
  struct statvfs system;
  return statvfs(path, &system) == 0 && (system.f_flag & ST_RDONLY) != 0;
}

// Makes an empty file that only its owner may read and write; returns 0, or the system's error number, EEXIST if there
// is anything at the path.
static inline int pace_make_file(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  close(file);
  return 0;
}

// The system's error number for a call that has just failed. SQLite keeps none for a commit that fails.
static inline int pace_system_errno(sqlite3 *connection) {
  int number = errno;
  int kept = sqlite3_system_errno(connection);
  return kept != 0 ? kept : number;
}
