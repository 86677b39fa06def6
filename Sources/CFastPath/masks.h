// Masks of 64 bytes of text: a bit for each byte that is the one looked for.

#pragma once

#include <stdint.h>

static inline uint64_t mask_portable(const uint8_t *text, uint8_t byte) {
  const uint64_t ones = 0x0101010101010101, low = 0x7F7F7F7F7F7F7F7F;
  uint64_t mask = 0;
  for (int word = 0; word < 8; word++) {
    uint64_t bytes = 0;
    for (int index = 0; index < 8; index++) bytes |= (uint64_t)text[word * 8 + index] << (index * 8);
    uint64_t other = bytes ^ (ones * byte);
    // The high bit of each byte that is zero, without carries between bytes.
    uint64_t zero = ~(((other & low) + low) | other | low);
    // Gathers the eight high bits in the highest byte.
    mask |= ((zero >> 7) * 0x0102040810204080 >> 56) << (word * 8);
  }
  return mask;
}

#if defined(__x86_64__)

#include <emmintrin.h>

static inline uint64_t mask_vector(const uint8_t *text, uint8_t byte) {
  __m128i wanted = _mm_set1_epi8((char)byte);
  uint64_t mask = 0;
  for (int part = 0; part < 4; part++) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(text + part * 16));
    uint64_t bits = (uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted));
    mask |= bits << (part * 16);
  }
  return mask;
}

#include <immintrin.h>

#define WIDE __attribute__((target("avx2,bmi,popcnt")))

WIDE static inline uint64_t mask_wide(const uint8_t *text, uint8_t byte) {
  __m256i wanted = _mm256_set1_epi8((char)byte);
  __m256i first = _mm256_loadu_si256((const __m256i *)text);
  __m256i second = _mm256_loadu_si256((const __m256i *)(text + 32));
  uint64_t low = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(first, wanted));
  uint64_t high = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(second, wanted));
  return low | high << 32;
}

#elif defined(__aarch64__)

#include <arm_neon.h>

static inline uint64_t mask_vector(const uint8_t *text, uint8_t byte) {
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t wanted = vdupq_n_u8(byte);
  uint8x16_t a = vandq_u8(vceqq_u8(vld1q_u8(text), wanted), bits);
  uint8x16_t b = vandq_u8(vceqq_u8(vld1q_u8(text + 16), wanted), bits);
  uint8x16_t c = vandq_u8(vceqq_u8(vld1q_u8(text + 32), wanted), bits);
  uint8x16_t d = vandq_u8(vceqq_u8(vld1q_u8(text + 48), wanted), bits);
  // Three pairwise sums leave one byte for each eight bytes of text.
  uint8x16_t sums = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

#else

#define mask_vector mask_portable

#endif
