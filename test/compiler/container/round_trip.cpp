#include <catch2/catch.hpp>

#include "compiler/container/container.h"
#include "example.h"

using namespace mux::compiler;

namespace {

void require_equal(const KernelArgument &left, const KernelArgument &right) {
  REQUIRE(left.kind == right.kind);
  REQUIRE(left.size == right.size);
  REQUIRE(left.alignment == right.alignment);
  REQUIRE(left.offset == right.offset);
  REQUIRE(left.reads == right.reads);
  REQUIRE(left.writes == right.writes);
  REQUIRE(left.is_specialization_candidate == right.is_specialization_candidate);
  REQUIRE(left.is_constant == right.is_constant);
  REQUIRE(left.is_const == right.is_const);
  REQUIRE(left.is_restrict == right.is_restrict);
  REQUIRE(left.is_volatile == right.is_volatile);
  REQUIRE(left.image_access == right.image_access);
  REQUIRE(left.is_pipe == right.is_pipe);
  REQUIRE(left.packet_size == right.packet_size);
  REQUIRE(left.type_name == right.type_name);
  REQUIRE(left.name == right.name);
}

void require_equal(const KernelDescription &left, const KernelDescription &right) {
  REQUIRE(left.name == right.name);
  REQUIRE(left.packed_size == right.packed_size);
  REQUIRE(left.local_memory_size == right.local_memory_size);
  REQUIRE(left.storage_per_work_item == right.storage_per_work_item);
  REQUIRE(left.storage_per_group == right.storage_per_group);
  REQUIRE(left.stack_use == right.stack_use);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(left.required_local_size[i] == right.required_local_size[i]);
    REQUIRE(left.local_size_hint[i] == right.local_size_hint[i]);
    REQUIRE(left.preferred_local_size[i] == right.preferred_local_size[i]);
  }
  REQUIRE(left.sub_group_size == right.sub_group_size);
  REQUIRE(left.required_sub_group_size == right.required_sub_group_size);
  REQUIRE(left.required_sub_group_count == right.required_sub_group_count);
  REQUIRE(left.attributes == right.attributes);
  REQUIRE(std::equal(std::begin(left.packet_size), std::end(left.packet_size),
                     std::begin(right.packet_size)));
  REQUIRE(std::equal(std::begin(left.lanes), std::end(left.lanes), std::begin(right.lanes)));
  REQUIRE(left.vectorization == right.vectorization);
  REQUIRE(left.has_scalar_code == right.has_scalar_code);
  REQUIRE(left.is_loop_baseline == right.is_loop_baseline);
  REQUIRE(left.vectorization_failed == right.vectorization_failed);
  REQUIRE(left.alternative_strategies == right.alternative_strategies);
  REQUIRE(left.local_size_matters == right.local_size_matters);
  REQUIRE(left.is_group_independent == right.is_group_independent);
  REQUIRE(left.row_dimension == right.row_dimension);
  REQUIRE(left.dimensions == right.dimensions);
  REQUIRE(left.prints == right.prints);
  REQUIRE(left.may_access_any_memory == right.may_access_any_memory);
  REQUIRE(left.distinct_buffers_matter == right.distinct_buffers_matter);
  REQUIRE(left.opaque_arguments_matter == right.opaque_arguments_matter);
  REQUIRE(left.has_flexible_lane_dimension == right.has_flexible_lane_dimension);
  REQUIRE(left.arguments.size() == right.arguments.size());
  for (size_t i = 0; i < left.arguments.size(); ++i) {
    require_equal(left.arguments[i], right.arguments[i]);
  }
}

void require_equal(const Container &left, const Container &right) {
  REQUIRE(left.kind == right.kind);
  REQUIRE(left.cpu == right.cpu);
  REQUIRE(left.cpu_features == right.cpu_features);
  REQUIRE(left.code == right.code);
  REQUIRE(left.kernels.size() == right.kernels.size());
  for (size_t i = 0; i < left.kernels.size(); ++i) {
    require_equal(left.kernels[i], right.kernels[i]);
  }
}

}  // namespace

TEST_CASE("a container reads back as it was written", "[container]") {
  const Container container = example_container();
  const std::string bytes = write_container(container);
  REQUIRE(is_container(bytes));
  Container result;
  std::string error;
  REQUIRE(read_container(bytes, result, error));
  REQUIRE(error.empty());
  require_equal(result, container);
}

TEST_CASE("a container without kernels and code reads back", "[container]") {
  const std::string bytes = write_container(Container{});
  Container result = example_container();
  std::string error;
  REQUIRE(read_container(bytes, result, error));
  require_equal(result, Container{});
}

TEST_CASE("writing a container twice gives the same bytes", "[container]") {
  REQUIRE(write_container(example_container()) == write_container(example_container()));
}

TEST_CASE("the code of a container is aligned and points into the input", "[container]") {
  // Increasing lengths of names move the end of the tables through all alignments.
  for (size_t length = 0; length < 40; ++length) {
    Container container = example_container();
    container.cpu = std::string(length, 'c');
    const std::string bytes = write_container(container);
    Container result;
    std::string error;
    REQUIRE(read_container(bytes, result, error));
    REQUIRE(result.code == container.code);
    const auto offset = result.code.data() - bytes.data();
    REQUIRE(offset % 16 == 0);
    REQUIRE(offset + result.code.size() == bytes.size());
  }
}
