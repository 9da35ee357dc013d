#include "reference.h"

namespace mux::compiler::test {

unsigned random_seed() {
  static const unsigned seed = std::random_device()();
  return seed;
}

const Program &shared_program(const std::string &name) {
  return load_shared(name + ".bc");
}

}  // namespace mux::compiler::test
