#include "host/schedule/float_environment.h"

#include <xmmintrin.h>

namespace mux::host {
namespace {

/// MXCSR: all exceptions masked, round to nearest, neither flush-to-zero nor denormals-are-zero.
constexpr unsigned default_control = 0x1F80;

}  // namespace

FloatEnvironment::FloatEnvironment() : saved_(_mm_getcsr()) {
  set();
}

FloatEnvironment::~FloatEnvironment() {
  _mm_setcsr(saved_);
}

void FloatEnvironment::set() {
  _mm_setcsr(default_control);
}

}  // namespace mux::host
