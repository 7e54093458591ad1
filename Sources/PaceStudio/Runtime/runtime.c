// What Embedded Swift expects of a system, for a module that imports nothing: memory, comparison of bytes, rounding,
// 128-bit arithmetic (the toolchain has no compiler runtime for wasm32), bytes for hashing, and the stack guard.

#include <stddef.h>
#include <stdint.h>

typedef unsigned __int128 uint128;
typedef __int128 int128;

// MARK: Memory

extern unsigned char __heap_base;

// Free blocks are kept by their size: powers of two from 16 bytes on, each with a word before it that says which.
enum { smallest = 4, largest = 31, header = 16, page = 65536 };
typedef struct Block { struct Block *next; } Block;
static Block *spare[largest + 1];
static uintptr_t end;

static int order_of(size_t size) {
  int order = smallest;
  while (((size_t)1 << order) < size && order < largest) order++;
  return order;
}

static uintptr_t reserve(size_t size) {
  if (end == 0) end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t start = end;
  size_t limit = (size_t)__builtin_wasm_memory_size(0) * page;
  if (size > SIZE_MAX - start) return 0;
  if (start + size > limit) {
    size_t missing = (start + size - limit + page - 1) / page;
    // Asked for in larger pieces, because each growth costs a call of the browser.
    size_t wanted = missing < 64 ? 64 : missing;
    if (__builtin_wasm_memory_grow(0, wanted) == (size_t)-1 &&
        __builtin_wasm_memory_grow(0, missing) == (size_t)-1) return 0;
  }
  end = start + size;
  return start;
}

void *malloc(size_t size) {
  if (size > ((size_t)1 << largest) - header) return 0;
  int order = order_of(size + header);
  Block *block = spare[order];
  if (block) {
    spare[order] = block->next;
  } else {
    block = (Block *)reserve((size_t)1 << order);
    if (!block) return 0;
  }
  uint32_t *start = (uint32_t *)((uintptr_t)block + header);
  start[-1] = (uint32_t)order;
  start[-2] = 0;
  return start;
}

void free(void *pointer) {
  if (!pointer) return;
  uint32_t *start = pointer;
  // An aligned piece keeps the distance back to the beginning of its block.
  uintptr_t block = (uintptr_t)pointer - header - start[-2];
  uint32_t order = start[-1];
  ((Block *)block)->next = spare[order];
  spare[order] = (Block *)block;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment <= header) {
    *result = malloc(size);
    return *result ? 0 : 12;
  }
  if (size > SIZE_MAX - alignment) return 12;
  unsigned char *start = malloc(size + alignment);
  if (!start) return 12;
  uint32_t order = ((uint32_t *)start)[-1];
  uintptr_t aligned = ((uintptr_t)start + alignment - 1) & ~(uintptr_t)(alignment - 1);
  ((uint32_t *)aligned)[-1] = order;
  ((uint32_t *)aligned)[-2] = (uint32_t)(aligned - (uintptr_t)start);
  *result = (void *)aligned;
  return 0;
}

// MARK: Bytes

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *left = a, *right = b;
  for (size_t index = 0; index < count; index++)
    if (left[index] != right[index]) return left[index] < right[index] ? -1 : 1;
  return 0;
}

// The page must say the same each time, so hashing gets fixed bytes.
void arc4random_buf(void *buffer, size_t count) {
  unsigned char *bytes = buffer;
  uint64_t state = 0x9E3779B97F4A7C15u;
  for (size_t index = 0; index < count; index++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    bytes[index] = (unsigned char)(state >> 56);
  }
}

uintptr_t __stack_chk_guard = 0x5EED5EED;
void __stack_chk_fail(void) { __builtin_trap(); }

// The engine writes nothing to a console.
int putchar(int byte) { return byte; }

// MARK: Numbers

// To the nearest whole number, halves away from zero; wasm itself rounds halves to even.
double round(double value) {
  double whole = __builtin_trunc(value), rest = value - whole;
  return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

// MARK: 128-bit arithmetic

typedef union { uint128 all; struct { uint64_t low, high; } half; } Wide;

static uint128 multiply(uint64_t a, uint64_t b) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  Wide product;
  product.half.low = (other << 32) | (uint32_t)low;
  product.half.high = a1 * b1 + (middle >> 32) + (other >> 32);
  return product.all;
}

int128 __multi3(int128 a, int128 b) {
  Wide left = {(uint128)a}, right = {(uint128)b}, product = {multiply(left.half.low, right.half.low)};
  product.half.high += left.half.high * right.half.low + left.half.low * right.half.high;
  return (int128)product.all;
}

int128 __ashlti3(int128 value, int count) {
  Wide wide = {(uint128)value};
  if (count >= 64) { wide.half.high = wide.half.low << (count - 64); wide.half.low = 0; }
  else if (count > 0) {
    wide.half.high = wide.half.high << count | wide.half.low >> (64 - count);
    wide.half.low <<= count;
  }
  return (int128)wide.all;
}

int128 __lshrti3(int128 value, int count) {
  Wide wide = {(uint128)value};
  if (count >= 64) { wide.half.low = wide.half.high >> (count - 64); wide.half.high = 0; }
  else if (count > 0) {
    wide.half.low = wide.half.low >> count | wide.half.high << (64 - count);
    wide.half.high >>= count;
  }
  return (int128)wide.all;
}

int128 __ashrti3(int128 value, int count) {
  Wide wide = {(uint128)value};
  int64_t high = (int64_t)wide.half.high;
  if (count >= 64) { wide.half.low = (uint64_t)(high >> (count - 64)); wide.half.high = (uint64_t)(high >> 63); }
  else if (count > 0) {
    wide.half.low = wide.half.low >> count | wide.half.high << (64 - count);
    wide.half.high = (uint64_t)(high >> count);
  }
  return (int128)wide.all;
}

static uint128 divide(uint128 value, uint128 divisor, uint128 *rest) {
  Wide left = {value}, right = {divisor};
  if (left.half.high == 0 && right.half.high == 0 && right.half.low != 0) {
    *rest = left.half.low % right.half.low;
    return left.half.low / right.half.low;
  }
  uint128 quotient = 0, remainder = 0;
  for (int bit = 127; bit >= 0; bit--) {
    remainder = remainder << 1 | ((value >> bit) & 1);
    if (remainder >= divisor) { remainder -= divisor; quotient |= (uint128)1 << bit; }
  }
  *rest = remainder;
  return quotient;
}

uint128 __udivti3(uint128 value, uint128 divisor) { uint128 rest; return divide(value, divisor, &rest); }

uint128 __umodti3(uint128 value, uint128 divisor) { uint128 rest; divide(value, divisor, &rest); return rest; }

int128 __divti3(int128 value, int128 divisor) {
  uint128 rest, quotient = divide(value < 0 ? -(uint128)value : (uint128)value,
                                  divisor < 0 ? -(uint128)divisor : (uint128)divisor, &rest);
  return (value < 0) != (divisor < 0) ? -(int128)quotient : (int128)quotient;
}

int128 __modti3(int128 value, int128 divisor) {
  uint128 rest;
  divide(value < 0 ? -(uint128)value : (uint128)value, divisor < 0 ? -(uint128)divisor : (uint128)divisor, &rest);
  return value < 0 ? -(int128)rest : (int128)rest;
}
