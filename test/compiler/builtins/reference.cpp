#include "reference.h"

#include <map>
#include <memory>

namespace mux::compiler::test {

unsigned random_seed() {
  static const unsigned seed = std::random_device()();
  return seed;
}

const Program &shared_program(const std::string &name) {
  static std::map<std::string, std::unique_ptr<Program>> programs;
  std::unique_ptr<Program> &program = programs[name];
  if (program == nullptr) {
    program = load(read_binary(name + ".bc"));
  }
  return *program;
}

}  // namespace mux::compiler::test
