// The shortest digits that read back to the same floating-point number, and of those the nearest.
//
// Raffaello Giulietti, "The Schubfach way to render doubles" (2022), sections 8 to 10.

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// digits * 10^exponent.
typedef struct {
  uint64_t digits;
  int exponent;
} shortest;

/// Seventeen digits behind the point, of which the first is not 0: 0.d1d2d3... * 10^point.
typedef struct {
  uint64_t digits;
  int point;
} seventeen;

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

/// Adds zeros; `digits` is not 0.
static inline seventeen fill_up(shortest number) {
  int length = digit_count(number.digits);
  return (seventeen){number.digits * tens[17 - length], length + number.exponent};
}

enum { first_power = -292 };

static const struct {
  uint64_t high, low;
} powers[] = {
#include "powers.inc"
};

/// floor(log10(2^q)), or of 3/4 * 2^q where the next smaller number is nearer than the next larger.
static inline int decimal_exponent(int q, bool is_irregular) {
  return (q * 1262611 - (is_irregular ? 524031 : 0)) >> 22;
}

/// floor(log2(10^k)).
static inline int binary_exponent(int k) { return (k * 1741647) >> 19; }

/// The upper bits of a product whose lowest bit says as well whether anything lies below.
static inline uint64_t round_to_odd(uint64_t high, uint64_t low, uint64_t factor) {
  __uint128_t below = (__uint128_t)low * factor;
  __uint128_t product = (__uint128_t)high * factor + (uint64_t)(below >> 64);
  return (uint64_t)(product >> 64) | ((uint64_t)product > 1);
}

static inline uint64_t round_to_odd_single(uint64_t power, uint32_t factor) {
  __uint128_t product = (__uint128_t)power * factor;
  return (uint64_t)(product >> 64) | ((uint32_t)(product >> 32) > 1);
}

/// Chooses among the decimals between `lower` and `upper`; all are four times as large, in units of
/// 10^k. Which of them it is nobody can foresee, so there are no branches.
static inline shortest choose(uint64_t lower, uint64_t value, uint64_t upper, int k) {
  uint64_t digits = value / 4;
  uint64_t rest = value % 4;
  bool is_lower_inside = lower <= 4 * digits;
  bool is_upper_inside = 4 * digits + 4 <= upper;
  bool is_nearer_up = rest > 2 || (rest == 2 && (digits & 1));
  bool goes_up = is_lower_inside != is_upper_inside ? is_upper_inside : is_nearer_up;
  // A digit less, if just one such number is inside.
  uint64_t tens = digits / 10;
  bool is_lower_ten_inside = lower <= 40 * tens;
  bool is_upper_ten_inside = 40 * tens + 40 <= upper;
  bool is_ten = digits >= 10 && is_lower_ten_inside != is_upper_ten_inside;
  uint64_t ones = digits + goes_up;
  tens += is_upper_ten_inside;
  return (shortest){__builtin_unpredictable(is_ten) ? tens : ones, k + is_ten};
}

/// What the algorithm gives for any number, from its bits.
static seventeen choose_double(uint64_t bits) {
  uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
  int biased = (int)(bits >> 52 & 0x7FF);
  uint64_t c = biased != 0 ? fraction | (uint64_t)1 << 52 : fraction;
  int q = (biased != 0 ? biased : 1) - 1075;
  bool is_irregular = fraction == 0 && biased > 1;
  // An odd number does not own the borders of its interval.
  uint64_t odd = c & 1;
  int k = decimal_exponent(q, is_irregular);
  int shift = q + binary_exponent(-k) + 1;
  uint64_t high = powers[-k - first_power].high, low = powers[-k - first_power].low;
  uint64_t lower = round_to_odd(high, low, (4 * c - 2 + is_irregular) << shift);
  uint64_t center = round_to_odd(high, low, (4 * c) << shift);
  uint64_t upper = round_to_odd(high, low, (4 * c + 2) << shift);
  return fill_up(choose(lower + odd, center, upper - odd, k));
}

/// `value` is finite and positive.
///
/// One product says what nearly all numbers need: where they stand between two multiples of 10^(k + 1),
/// and whether one of those is in their interval. `choose_double` answers when that is too close to call.
__attribute__((always_inline)) static inline seventeen shortest_of_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
  int biased = (int)(bits >> 52 & 0x7FF);
  if (fraction == 0 || biased == 0) return choose_double(bits);
  int q = biased - 1075;
  int k = decimal_exponent(q, false);
  int shift = q + binary_exponent(-k) + 1;
  uint64_t high = powers[-k - first_power].high, low = powers[-k - first_power].low;
  // In units of 10^k, with 64 bits behind the point, which are off by one at most. There are sixteen or
  // seventeen digits before it, as 10^k is at most 2^q and that less than 10^(k + 1).
  uint64_t c = (fraction | (uint64_t)1 << 52) << shift;
  __uint128_t product = (__uint128_t)high * c + (uint64_t)((__uint128_t)low * c >> 64);
  uint64_t digits = (uint64_t)(product >> 64), rest = (uint64_t)product;
  // The distances to the tens below and above, and half the width of the interval, in units of 2^-60; none
  // is off by more than two.
  uint64_t last = digits % 10;
  uint64_t below = last << 60 | rest >> 4;
  uint64_t above = ((uint64_t)10 << 60) - below;
  uint64_t half = high >> (5 - shift);
  const uint64_t margin = 8, middle = (uint64_t)1 << 63;
  if (below - half + margin <= 2 * margin || above - half + margin <= 2 * margin
      || rest - middle + margin <= 2 * margin) {
    return choose_double(bits);
  }
  uint64_t one = digits + (rest >> 63);
  uint64_t ten = digits - last + (above < half ? 10 : 0);
  digits = __builtin_unpredictable(below < half || above < half) ? ten : one;
  bool is_short = digits < tens[16];
  return (seventeen){__builtin_unpredictable(is_short) ? digits * 10 : digits, k + 17 - is_short};
}

/// The same in single precision, for which half of each power is enough.
static inline seventeen shortest_of_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  uint32_t fraction = bits & (((uint32_t)1 << 23) - 1);
  int biased = (int)(bits >> 23 & 0xFF);
  uint32_t c = biased != 0 ? fraction | (uint32_t)1 << 23 : fraction;
  int q = (biased != 0 ? biased : 1) - 150;
  bool is_irregular = fraction == 0 && biased > 1;
  uint32_t odd = c & 1;
  int k = decimal_exponent(q, is_irregular);
  int shift = q + binary_exponent(-k) + 1;
  uint64_t power = powers[-k - first_power].high + (powers[-k - first_power].low != 0);
  uint64_t lower = round_to_odd_single(power, (4 * c - 2 + is_irregular) << shift);
  uint64_t center = round_to_odd_single(power, (4 * c) << shift);
  uint64_t upper = round_to_odd_single(power, (4 * c + 2) << shift);
  return fill_up(choose(lower + odd, center, upper - odd, k));
}
