#include "CFastPath.h"

#include "shortest.h"

/// 10^0 to 10^17.
static const uint64_t tens[] = {
    1,
    10,
    100,
    1000,
    10000,
    100000,
    1000000,
    10000000,
    100000000,
    1000000000,
    10000000000,
    100000000000,
    1000000000000,
    10000000000000,
    100000000000000,
    1000000000000000,
    10000000000000000,
    100000000000000000,
};

/// How many digits a number has, which is at least 1 and below 10^18.
static inline int digit_count(uint64_t number) {
  int bits = 64 - __builtin_clzll(number);
  int count = bits * 1233 >> 12;
  return count + (number >= tens[count]);
}

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

/// Some digits as text: 0.d1d2d3... * 10^point, none of the zeros at their end counting.
typedef struct {
  /// The first sixteen characters, the first of them lowest, and the seventeenth.
  __uint128_t text;
  uint8_t last;
  int count;
  int point;
} decimal;

static inline decimal spell(shortest number) {
  decimal result;
  int length = digit_count(number.digits);
  result.point = length + number.exponent;
  // Seventeen digits, filled up with zeros.
  uint64_t digits = number.digits * tens[17 - length];
  uint64_t first = digits / 10;
  result.last = (uint8_t)('0' + digits % 10);
  uint64_t upper = eight_digits((uint32_t)(first / 100000000));
  uint64_t lower = eight_digits((uint32_t)(first % 100000000));
  // Sixteen digits hold a number above 0; all of them are there where the seventeenth counts.
  int upper_count = 8 - __builtin_clzll(upper) / 8;
  int lower_count = 16 - __builtin_clzll(lower | 1) / 8;
  int count = lower != 0 ? lower_count : upper_count;
  result.count = __builtin_unpredictable(result.last != '0') ? 17 : count;
  const uint64_t zeros = 0x3030303030303030;
  result.text = (__uint128_t)(lower | zeros) << 64 | (upper | zeros);
  return result;
}

static inline void store_text(__uint128_t text, uint8_t *out) {
  store((uint64_t)text, out);
  store((uint64_t)(text >> 64), out + 8);
}

static inline int digit(const decimal *number, int index) {
  return index < 16 ? (int)(number->text >> (index * 8) & 0xF) : number->last - '0';
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

static inline uint8_t *put_fixed(const decimal *number, uint8_t *out) {
  int count = number->count, point = number->point;
  // Lifts the characters behind the point over it.
  if (point > 0 && point < count && point < 8) {
    uint64_t first = (uint64_t)number->text, second = (uint64_t)(number->text >> 64);
    uint64_t behind = first >> (point * 8) << (point * 8);
    store((first ^ behind) | (uint64_t)'.' << (point * 8) | behind << 8, out);
    store(first >> 56 | second << 8, out + 8);
    out[16] = (uint8_t)(second >> 56);
    out[17] = number->last;
    return out + count + 1;
  }
  if (point > 0 && point < count && point < 16) {
    __uint128_t before = number->text & (((__uint128_t)1 << (point * 8)) - 1);
    __uint128_t behind = number->text >> (point * 8) << (point * 8);
    store_text(before | (__uint128_t)'.' << (point * 8) | behind << 8, out);
    out[16] = (uint8_t)(number->text >> 120);
    out[17] = number->last;
    return out + count + 1;
  }
  if (point <= 0) {
    *out++ = '0';
    *out++ = '.';
    for (; point < 0; point++) *out++ = '0';
  }
  store_text(number->text, out);
  out[16] = number->last;
  for (; count < point; count++) out[count] = '0';
  if (point == 16 && count == 17) {
    out[16] = '.';
    out[17] = number->last;
    count++;
  }
  return out + count;
}

static uint8_t *put_exponent(const decimal *number, uint8_t *out) {
  *out = (uint8_t)number->text;
  out[1] = '.';
  store_text(number->text >> 8, out + 2);
  out[17] = number->last;
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
    if (count > 0) {
      number->text += (__uint128_t)1 << ((count - 1) * 8);
    } else {
      number->text = '1';
      number->point++;
      count = 1;
    }
  }
  while (count > 0 && digit(number, count - 1) == 0) count--;
  number->count = count;
}

static inline uint8_t *put_double(double value, int decimals, uint8_t *out) {
  double magnitude = __builtin_fabs(value);
  bool is_negative = __builtin_signbit(value);
  if (magnitude < 0x1p53) {
    int64_t whole = (int64_t)magnitude;
    if ((double)whole == magnitude) {
      *out = '-';
      return put_whole((uint64_t)whole, out + is_negative);
    }
  } else if (!(magnitude <= 0x1.fffffffffffffp1023)) {
    return put_text(value != value ? "nan" : is_negative ? "-inf" : "inf", out);
  }
  decimal number = spell(shortest_of_double(magnitude));
  if (decimals >= 0 && number.point + decimals < number.count) {
    round_to(&number, number.point + decimals);
    if (number.count == 0) {
      *out = '0';
      return out + 1;
    }
    *out = '-';
    return put_fixed(&number, out + is_negative);
  }
  *out = '-';
  out += is_negative;
  return number.point < -3 || magnitude > 0x1p53 ? put_exponent(&number, out)
                                                 : put_fixed(&number, out);
}

size_t fast_double(double value, int decimals, uint8_t *text) {
  return (size_t)(put_double(value, decimals, text) - text);
}

size_t fast_float(float value, uint8_t *text) {
  float magnitude = __builtin_fabsf(value);
  bool is_finite = magnitude <= 0x1.fffffep127f;
  // Whole numbers of 32 bits are written as such.
  bool is_whole = magnitude < 0x1p31f ? (float)(int64_t)magnitude == magnitude : value == -0x1p31f;
  if (!is_finite || is_whole) return fast_double(value, -1, text);
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

size_t fast_double_lines(const double *values, size_t count, int decimals, uint8_t *text) {
  uint8_t *out = text;
  for (size_t index = 0; index < count; index++) {
    out = put_double(values[index], decimals, out);
    *out++ = '\n';
  }
  return (size_t)(out - text);
}
