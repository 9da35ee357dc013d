// Powers and roots with constant exponents or bases.

#define APPLY(NAME, T, CALL)                                      \
  kernel void NAME##_##T(global const T *numbers, global T *out) { \
    size_t i = get_global_id(0);                                  \
    T x = numbers[i];                                             \
    out[i] = CALL;                                                \
  }

#define POWERS(NUMBER, EXPONENT, T)                         \
  APPLY(pow_##NUMBER, T, pow(x, (T)(EXPONENT)))             \
  APPLY(powr_##NUMBER, T, powr(x, (T)(EXPONENT)))           \
  APPLY(by_two_##NUMBER, T, pow((T##2)(x, 1), (T)(EXPONENT)).x)
#define INTEGERS(NUMBER, EXPONENT, T)           \
  APPLY(pown_##NUMBER, T, pown(x, EXPONENT))    \
  APPLY(rootn_##NUMBER, T, rootn(x, EXPONENT))

#define REAL(NUMBER, EXPONENT) POWERS(NUMBER, EXPONENT, float) POWERS(NUMBER, EXPONENT, double)
#define WHOLE(NUMBER, EXPONENT)     \
  REAL(NUMBER, EXPONENT)            \
  INTEGERS(NUMBER, EXPONENT, float) \
  INTEGERS(NUMBER, EXPONENT, double)
#include "constant_exponents.inc"

#define OF_BASES(T)                        \
  APPLY(power_of_two, T, pow((T)2, x))     \
  APPLY(power_of_ten, T, pow((T)10, x))    \
  APPLY(real_power_of_two, T, powr((T)2, x)) \
  APPLY(real_power_of_ten, T, powr((T)10, x)) \
  APPLY(power_of_three, T, pow((T)3, x))
OF_BASES(float) OF_BASES(double)
