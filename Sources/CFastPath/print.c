#include "CFastPath.h"

#include "shortest.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

/// The values of eight digits as bytes, the first of them lowest.
static inline uint64_t eight_digits(uint32_t number) {
  uint64_t fours = (uint64_t)(number / 10000) | (uint64_t)(number % 10000) << 32;
  uint64_t hundreds = (fours * 10486 >> 20) & 0x0000007F0000007F;
  uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
  uint64_t upper = (twos * 103 >> 10) & 0x000F000F000F000F;
  return upper | (twos - upper * 10) << 8;
}

/// Writes eight characters, the first of them lowest.
static inline void store(uint64_t text, uint8_t *out) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  text = __builtin_bswap64(text);
#endif
  memcpy(out, &text, 8);
}

/// Sixteen digits as characters, the first of them lowest in the first word.
typedef struct {
  uint64_t words[2];
  /// A bit for each digit that is not 0, the first of them lowest.
  unsigned nonzero;
} sixteen;

#if defined(__x86_64__)

static inline sixteen sixteen_digits(uint32_t upper, uint32_t lower) {
  // Each part is halved three times, by products with rounded reciprocals.
  __m128i eights = _mm_unpacklo_epi64(
      _mm_cvtsi32_si128((int)upper), _mm_cvtsi32_si128((int)lower));
  __m128i fours = _mm_srli_epi64(_mm_mul_epu32(eights, _mm_set1_epi64x(0xD1B71759)), 45);
  __m128i rest = _mm_sub_epi64(eights, _mm_mul_epu32(fours, _mm_set1_epi64x(10000)));
  fours = _mm_or_si128(fours, _mm_slli_epi64(rest, 32));
  __m128i twos = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi16(5243)), 3);
  rest = _mm_sub_epi16(fours, _mm_mullo_epi16(twos, _mm_set1_epi16(100)));
  twos = _mm_or_si128(twos, _mm_slli_epi32(rest, 16));
  __m128i ones = _mm_mulhi_epu16(twos, _mm_set1_epi16(6554));
  rest = _mm_sub_epi16(twos, _mm_mullo_epi16(ones, _mm_set1_epi16(10)));
  ones = _mm_or_si128(ones, _mm_slli_epi16(rest, 8));
  __m128i text = _mm_or_si128(ones, _mm_set1_epi8('0'));
  sixteen result;
  result.nonzero = (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(ones, _mm_setzero_si128()));
  result.words[0] = (uint64_t)_mm_cvtsi128_si64(text);
  result.words[1] = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(text, text));
  return result;
}

#else

static inline unsigned nonzero_bytes(uint64_t digits) {
  // Sets the high bit of each byte that is not 0, and gathers those bits in the highest byte.
  return (unsigned)(((digits + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101) * 0x0102040810204080
                    >> 56);
}

static inline sixteen sixteen_digits(uint32_t upper, uint32_t lower) {
  const uint64_t zeros = 0x3030303030303030;
  uint64_t first = eight_digits(upper), second = eight_digits(lower);
  return (sixteen){{first | zeros, second | zeros},
                   nonzero_bytes(first) | nonzero_bytes(second) << 8};
}

#endif

/// Some digits as text: 0.d1d2d3... * 10^point, none of the zeros at their end counting.
typedef struct {
  /// The first sixteen characters as words, and the seventeenth.
  uint64_t first, second;
  uint32_t last;
  int count;
  int point;
} decimal;

static inline decimal spell(seventeen number) {
  decimal result;
  uint64_t upper = number.digits / 1000000000;
  uint32_t rest = (uint32_t)(number.digits - upper * 1000000000);
  uint32_t lower = rest / 10, last = rest - lower * 10;
  sixteen text = sixteen_digits((uint32_t)upper, lower);
  result.first = text.words[0];
  result.second = text.words[1];
  result.last = '0' + last;
  // At least one digit is not 0.
  result.count = 32 - __builtin_clz(text.nonzero | (unsigned)(last != 0) << 16);
  result.point = number.point;
  return result;
}

static inline int digit(const decimal *number, int index) {
  if (index == 16) return (int)number->last - '0';
  return (int)((index < 8 ? number->first : number->second) >> (index % 8 * 8) & 0xF);
}

/// Writes all characters.
static inline void put_digits(const decimal *number, uint8_t *out) {
  store(number->first, out);
  store(number->second, out + 8);
  out[16] = (uint8_t)number->last;
}

static uint8_t *put_whole(uint64_t value, uint8_t *out) {
  const uint64_t zeros = 0x3030303030303030;
  if (value >= 100000000) {
    out = put_whole(value / 100000000, out);
    store(eight_digits((uint32_t)(value % 100000000)) | zeros, out);
    return out + 8;
  }
  uint64_t digits = eight_digits((uint32_t)value);
  int skipped = digits == 0 ? 7 : __builtin_ctzll(digits) / 8;
  store((digits | zeros) >> (skipped * 8), out);
  return out + 8 - skipped;
}

/// Writes eight characters with the point before one of them, the last one not.
static inline void put_point(uint64_t text, int place, uint8_t *out) {
  uint64_t behind = text >> (place * 8) << (place * 8);
  store((text ^ behind) | (uint64_t)'.' << (place * 8) | behind << 8, out);
}

static inline uint8_t *put_fixed(const decimal *number, uint8_t *out) {
  int count = number->count, point = number->point;
  if (point > 0 && point < count) {
    // The characters behind the point, and over them those before it.
    put_digits(number, out + 1);
    if (point < 8) {
      put_point(number->first, point, out);
      return out + count + 1;
    }
    store(number->first, out);
    if (point < 16) {
      put_point(number->second, point - 8, out + 8);
    } else {
      store(number->second, out + 8);
      out[16] = '.';
    }
    return out + count + 1;
  }
  if (point <= 0) {
    *out++ = '0';
    *out++ = '.';
    for (; point < 0; point++) *out++ = '0';
  }
  put_digits(number, out);
  for (; count < point; count++) out[count] = '0';
  return out + count;
}

static uint8_t *put_exponent(const decimal *number, uint8_t *out) {
  put_digits(number, out + 1);
  *out = (uint8_t)number->first;
  out[1] = '.';
  out += number->count > 1 ? number->count + 1 : 1;
  int exponent = number->point - 1;
  *out++ = 'e';
  *out++ = exponent < 0 ? '-' : '+';
  if (exponent < 0) exponent = -exponent;
  if (exponent < 10) *out++ = '0';
  return put_whole((uint64_t)exponent, out);
}

static uint8_t *put_text(const char *text, uint8_t *out) {
  size_t length = strlen(text);
  memcpy(out, text, length);
  return out + length;
}

/// Rounds to fewer digits than there are, half away from zero.
static inline void round_to(decimal *number, int count) {
  bool rounds_up = count >= 0 && digit(number, count) >= 5;
  if (count < 0) count = 0;
  if (rounds_up) {
    while (count > 0 && digit(number, count - 1) == 9) count--;
    if (count > 8) {
      number->second += (uint64_t)1 << ((count - 9) * 8);
    } else if (count > 0) {
      number->first += (uint64_t)1 << ((count - 1) * 8);
    } else {
      number->first = '1';
      number->point++;
      count = 1;
    }
  }
  while (count > 0 && digit(number, count - 1) == 0) count--;
  number->count = count;
}

/// The digits of a number; none if it has none behind the point, or is infinite or no number.
__attribute__((always_inline)) static inline decimal spell_double(double value) {
  double magnitude = __builtin_fabs(value);
  bool is_finite = magnitude <= 0x1.fffffffffffffp1023;
  bool is_whole = magnitude < 0x1p53 && (double)(int64_t)magnitude == magnitude;
  if (!is_finite || is_whole) return (decimal){.count = 0};
  return spell(shortest_of_double(magnitude));
}

/// Writes a number for which `spell_double` has no digits.
static uint8_t *put_special(double value, uint8_t *out) {
  double magnitude = __builtin_fabs(value);
  bool is_negative = __builtin_signbit(value);
  if (!(magnitude < 0x1p53)) {
    return put_text(value != value ? "nan" : is_negative ? "-inf" : "inf", out);
  }
  *out = '-';
  return put_whole((uint64_t)magnitude, out + is_negative);
}

static uint8_t *put_double(double value, decimal *number, int decimals, uint8_t *out) {
  bool is_negative = __builtin_signbit(value);
  if (decimals >= 0 && number->point + decimals < number->count) {
    round_to(number, number->point + decimals);
    if (number->count == 0) {
      *out = '0';
      return out + 1;
    }
    *out = '-';
    return put_fixed(number, out + is_negative);
  }
  *out = '-';
  out += is_negative;
  return number->point < -3 || __builtin_fabs(value) > 0x1p53 ? put_exponent(number, out)
                                                              : put_fixed(number, out);
}

size_t fast_double(double value, int decimals, uint8_t *text) {
  decimal number = spell_double(value);
  uint8_t *out = number.count == 0 ? put_special(value, text)
                                   : put_double(value, &number, decimals, text);
  return (size_t)(out - text);
}

size_t fast_float(float value, uint8_t *text) {
  float magnitude = __builtin_fabsf(value);
  bool is_finite = magnitude <= 0x1.fffffep127f;
  // Whole numbers of 32 bits are written as such.
  bool is_integer = magnitude < 0x1p31f ? (float)(int64_t)magnitude == magnitude : value == -0x1p31f;
  if (!is_finite || is_integer) return fast_double(value, -1, text);
  decimal number = spell(shortest_of_float(magnitude));
  uint8_t *out = text;
  *out = '-';
  out += __builtin_signbit(value) != 0;
  out = number.point < -3 || magnitude > 0x1p24f ? put_exponent(&number, out)
                                                 : put_fixed(&number, out);
  return (size_t)(out - text);
}

size_t fast_whole(int64_t value, uint8_t *text) {
  *text = '-';
  uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
  return (size_t)(put_whole(magnitude, text + (value < 0)) - text);
}

/// How many numbers are worked on at once.
enum { lanes = 16 };

size_t fast_double_lines(const double *values, size_t count, int decimals, uint8_t *text) {
  uint8_t *out = text;
  for (size_t index = 0; index < count; index += lanes) {
    size_t some = count - index < lanes ? count - index : lanes;
    // All digits first: where a number is written is known only behind the one before, and reading
    // what the next one needs would wait for that.
    decimal numbers[lanes];
    for (size_t lane = 0; lane < some; lane++) numbers[lane] = spell_double(values[index + lane]);
    for (size_t lane = 0; lane < some; lane++) {
      double value = values[index + lane];
      decimal *number = &numbers[lane];
      if (number->count == 0) {
        out = put_special(value, out);
      } else if (decimals >= 0 || number->point <= 0 || number->point >= number->count
                 || number->point >= 8) {
        out = put_double(value, number, decimals, out);
      } else {
        *out = '-';
        out += __builtin_signbit(value) != 0;
        put_digits(number, out + 1);
        put_point(number->first, number->point, out);
        out += number->count + 1;
      }
      *out++ = '\n';
    }
  }
  return (size_t)(out - text);
}
