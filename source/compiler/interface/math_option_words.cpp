#include "compiler/interface/math_option_words.h"

namespace mux::compiler {

bool add_math_option(std::string_view word, MathOptions &math) {
  if (word == "-cl-denorms-are-zero") {
    math.denormals_are_zero = true;
  } else if (word == "-cl-no-signed-zeros") {
    math.no_signed_zeros = true;
  } else if (word == "-cl-unsafe-math-optimizations") {
    math.unsafe = true;
  } else if (word == "-cl-finite-math-only") {
    math.finite_only = true;
  } else if (word == "-cl-fast-relaxed-math") {
    math.unsafe = true;
    math.finite_only = true;
  } else {
    return false;
  }
  return true;
}

}  // namespace mux::compiler
