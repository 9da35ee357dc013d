// Kernels with more branches and loops than the limits of LLVM's optimizer and of the vectorizer.

// TEXT(n) for all numbers that extend the digits of n by one, two or three.
#define TEN(TEXT, n) \
  TEXT(n##0) TEXT(n##1) TEXT(n##2) TEXT(n##3) TEXT(n##4) \
  TEXT(n##5) TEXT(n##6) TEXT(n##7) TEXT(n##8) TEXT(n##9)
#define HUNDRED(TEXT, n) \
  TEN(TEXT, n##0) TEN(TEXT, n##1) TEN(TEXT, n##2) TEN(TEXT, n##3) TEN(TEXT, n##4) \
  TEN(TEXT, n##5) TEN(TEXT, n##6) TEN(TEXT, n##7) TEN(TEXT, n##8) TEN(TEXT, n##9)
#define THOUSAND(TEXT, n) \
  HUNDRED(TEXT, n##0) HUNDRED(TEXT, n##1) HUNDRED(TEXT, n##2) HUNDRED(TEXT, n##3) \
  HUNDRED(TEXT, n##4) HUNDRED(TEXT, n##5) HUNDRED(TEXT, n##6) HUNDRED(TEXT, n##7) \
  HUNDRED(TEXT, n##8) HUNDRED(TEXT, n##9)

#define RETURN(n) if (x % n == n - 3) { out[i] = n * 3; return; }

kernel void few_returns(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i];
  HUNDRED(RETURN, 1)
  out[i] = -1;
}

kernel void many_returns(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i];
  HUNDRED(RETURN, 1) HUNDRED(RETURN, 2) HUNDRED(RETURN, 3) HUNDRED(RETURN, 4) HUNDRED(RETURN, 5)
  HUNDRED(RETURN, 6)
  out[i] = -1;
}

#define CASE(n) case n: out[i] = in[i + 1] * n; break;

kernel void many_cases(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  switch (in[i]) {
    THOUSAND(CASE, 1) THOUSAND(CASE, 2) THOUSAND(CASE, 3) THOUSAND(CASE, 4)
    HUNDRED(CASE, 5)
    default: out[i] = -1;
  }
}

#define LOOP(n) for (int j = 0; j < x % n; ++j) { y = y * 3 + n; }

kernel void many_loops(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i], y = 0;
  HUNDRED(LOOP, 1) TEN(LOOP, 20) TEN(LOOP, 21) TEN(LOOP, 22) TEN(LOOP, 23) TEN(LOOP, 24)
  TEN(LOOP, 25)
  out[i] = y;
}

#define NEST(n) for (int j##n = 0; j##n < 1 + x % n % 2; ++j##n)

kernel void deep_loops(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i], y = 0;
  TEN(NEST, 1) TEN(NEST, 2)
    y = y * 3 + 1;
  out[i] = y;
}

#define EXCHANGE(n) \
  t[l] = x; \
  barrier(CLK_LOCAL_MEM_FENCE); \
  x += t[63 - l] % n; \
  barrier(CLK_LOCAL_MEM_FENCE);

kernel void many_barriers(global int *out, global const int *in) {
  local int t[64];
  size_t i = get_global_id(0), l = get_local_id(0);
  int x = in[i];
  TEN(EXCHANGE, 1) TEN(EXCHANGE, 2) TEN(EXCHANGE, 3)
  out[i] = x;
}
