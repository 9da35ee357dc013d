#include "compiler/frontend/contain.h"

#include <utility>

namespace mux::compiler {

std::string contain(Bitcode bitcode, CodeKind kind) {
  Container container;
  container.kind = kind;
  for (std::string &name : bitcode.kernel_names) {
    container.kernels.emplace_back().name = std::move(name);
  }
  container.code = bitcode.bytes;
  return write_container(container);
}

std::string contain(CompiledObject object) {
  Container container;
  container.kind = CodeKind::object;
  container.cpu = std::move(object.cpu);
  container.cpu_features = std::move(object.cpu_features);
  container.kernels = std::move(object.kernels);
  container.code = object.code;
  return write_container(container);
}

}  // namespace mux::compiler
