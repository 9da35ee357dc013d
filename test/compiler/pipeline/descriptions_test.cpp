// Properties of a kernel before code generation are those of its code.
#include <catch2/catch.hpp>

#include <iterator>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

template <typename T, size_t count>
std::vector<T> list(const T (&values)[count]) {
  return {std::begin(values), std::end(values)};
}

void check_same(const KernelDescription &described, const KernelDescription &compiled) {
  CHECK(described.vectorization == compiled.vectorization);
  CHECK(list(described.packet_size) == list(compiled.packet_size));
  CHECK(list(described.lanes) == list(compiled.lanes));
  CHECK(list(described.preferred_local_size) == list(compiled.preferred_local_size));
  CHECK(described.sub_group_size == compiled.sub_group_size);
  CHECK(described.packed_size == compiled.packed_size);
  CHECK(described.local_memory_size == compiled.local_memory_size);
  CHECK(described.storage_per_work_item == compiled.storage_per_work_item);
  CHECK(described.storage_per_group == compiled.storage_per_group);
  CHECK(described.has_scalar_code == compiled.has_scalar_code);
  CHECK(described.vectorization_failed == compiled.vectorization_failed);
  CHECK(described.alternative_strategies == compiled.alternative_strategies);
  CHECK(described.local_size_matters == compiled.local_size_matters);
  CHECK(described.is_group_independent == compiled.is_group_independent);
  CHECK(described.row_dimension == compiled.row_dimension);
  CHECK(described.dimensions == compiled.dimensions);
}

}  // namespace

TEST_CASE("descriptions of kernels match their code", "[pipeline]") {
  for (const char *name : {"whole_packets", "lockstep", "plain", "barriers", "row_walks"}) {
    const Program &program = load_shared(std::string(name) + ".O2.bc");
    for (size_t i = 0; i < program.kernel_count(); ++i) {
      INFO(name << ": " << program.kernel_name(i));
      std::string error;
      REQUIRE(program.describe(i, error));
      const KernelCode code = program.code(i, RequiredGroups::full, error);
      REQUIRE(code.function != nullptr);
      // The code has its own description.
      REQUIRE(code.description != &program.kernel(i));
      check_same(program.kernel(i), *code.description);
    }
  }
}

}  // namespace mux::compiler::test
