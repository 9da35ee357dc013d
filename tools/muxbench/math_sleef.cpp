#include "muxbench/math_sleef.h"

#include <dlfcn.h>
#include <immintrin.h>

#include <type_traits>

namespace mux::bench {
namespace {

void *find_symbol(const std::string &name) {
  static void *const library = dlopen("libsleef.so.3", RTLD_NOW | RTLD_LOCAL);
  return library == nullptr ? nullptr : dlsym(library, name.c_str());
}

// Such as Sleef_sinf16_u35avx512f, Sleef_sind8_u35avx512f, Sleef_fmodf8_avx2.
std::string symbol_name(const std::string &function, const std::string &vector,
                        const std::string &processor) {
  const size_t end = function.find('_');
  const std::string bound = end == std::string::npos ? "" : function.substr(end + 1);
  return "Sleef_" + function.substr(0, end) + vector + "_" + bound + processor;
}

// The vector types may only be used in functions with this target attribute.
__attribute__((target("avx512f"))) void run_f16(void *function, bool takes_two, const float *x,
                                                const float *y, float *out, size_t count) {
  using One = __m512 (*)(__m512);
  using Two = __m512 (*)(__m512, __m512);
  for (size_t i = 0; i < count; i += 16) {
    const __m512 left = _mm512_loadu_ps(x + i);
    _mm512_storeu_ps(out + i, takes_two
                                  ? reinterpret_cast<Two>(function)(left, _mm512_loadu_ps(y + i))
                                  : reinterpret_cast<One>(function)(left));
  }
}

__attribute__((target("avx512f"))) void run_d8(void *function, bool takes_two, const double *x,
                                               const double *y, double *out, size_t count) {
  using One = __m512d (*)(__m512d);
  using Two = __m512d (*)(__m512d, __m512d);
  for (size_t i = 0; i < count; i += 8) {
    const __m512d left = _mm512_loadu_pd(x + i);
    _mm512_storeu_pd(out + i, takes_two
                                  ? reinterpret_cast<Two>(function)(left, _mm512_loadu_pd(y + i))
                                  : reinterpret_cast<One>(function)(left));
  }
}

__attribute__((target("avx2"))) void run_f8(void *function, bool takes_two, const float *x,
                                            const float *y, float *out, size_t count) {
  using One = __m256 (*)(__m256);
  using Two = __m256 (*)(__m256, __m256);
  for (size_t i = 0; i < count; i += 8) {
    const __m256 left = _mm256_loadu_ps(x + i);
    _mm256_storeu_ps(out + i, takes_two
                                  ? reinterpret_cast<Two>(function)(left, _mm256_loadu_ps(y + i))
                                  : reinterpret_cast<One>(function)(left));
  }
}

__attribute__((target("avx2"))) void run_d4(void *function, bool takes_two, const double *x,
                                            const double *y, double *out, size_t count) {
  using One = __m256d (*)(__m256d);
  using Two = __m256d (*)(__m256d, __m256d);
  for (size_t i = 0; i < count; i += 4) {
    const __m256d left = _mm256_loadu_pd(x + i);
    _mm256_storeu_pd(out + i, takes_two
                                  ? reinterpret_cast<Two>(function)(left, _mm256_loadu_pd(y + i))
                                  : reinterpret_cast<One>(function)(left));
  }
}

template <typename T>
using Loop = void (*)(void *, bool, const T *, const T *, T *, size_t);

// The vector suffix, the processor suffix, and the loop.
template <typename T>
struct Form {
  const char *vector;
  const char *processor;
  Loop<T> loop;
};

template <typename T>
Form<T> widest_form() {
  const bool wide = __builtin_cpu_supports("avx512f");
  if constexpr (std::is_same_v<T, float>) {
    return wide ? Form<T>{"f16", "avx512f", run_f16} : Form<T>{"f8", "avx2", run_f8};
  } else {
    return wide ? Form<T>{"d8", "avx512f", run_d8} : Form<T>{"d4", "avx2", run_d4};
  }
}

}  // namespace

template <typename T>
ArrayFunction<T> find_sleef(const std::string &function, bool takes_two) {
  const Form<T> form = widest_form<T>();
  void *const symbol = find_symbol(symbol_name(function, form.vector, form.processor));
  if (symbol == nullptr || !__builtin_cpu_supports("avx2")) {
    return {};
  }
  return [symbol, takes_two, loop = form.loop](std::span<const T> x, std::span<const T> y,
                                               std::span<T> out) {
    loop(symbol, takes_two, x.data(), y.data(), out.data(), out.size());
  };
}

template ArrayFunction<float> find_sleef(const std::string &function, bool takes_two);
template ArrayFunction<double> find_sleef(const std::string &function, bool takes_two);

}  // namespace mux::bench
