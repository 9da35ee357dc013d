/// @file
/// A small container in which all members have different values.

#pragma once

#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"
#include "compiler/container/container.h"

inline mux::compiler::Container example_container() {
  using namespace mux::compiler;
  KernelArgument buffer;
  buffer.kind = ArgumentKind::buffer;
  buffer.size = 8;
  buffer.alignment = 8;
  buffer.reads = false;
  buffer.is_const = true;
  buffer.is_volatile = true;
  buffer.image_access = ImageAccess::read_write;
  buffer.is_pipe = true;
  buffer.packet_size = 12;
  buffer.type_name = "float*";
  buffer.name = "out";
  KernelArgument value;
  value.kind = ArgumentKind::plain_old_data;
  value.size = 16;
  value.alignment = 16;
  value.offset = 16;
  value.writes = false;
  value.is_specialization_candidate = true;
  value.is_constant = true;
  value.is_restrict = true;
  value.image_access = ImageAccess::write_only;
  value.type_name = "float4";
  value.name = "factor";

  KernelDescription scale;
  scale.name = "scale";
  scale.arguments = {buffer, value};
  scale.packed_size = 32;
  scale.local_memory_size = 2 * local_memory_alignment;
  scale.storage_per_work_item = 24;
  scale.storage_per_group = 512;
  scale.stack_use = 4096;
  scale.required_local_size[0] = 16;
  scale.required_local_size[1] = 4;
  scale.required_local_size[2] = 1;
  scale.local_size_hint[0] = 32;
  scale.local_size_hint[1] = 8;
  scale.local_size_hint[2] = 5;
  scale.preferred_local_size[0] = 64;
  scale.preferred_local_size[1] = 2;
  scale.preferred_local_size[2] = 1;
  scale.sub_group_size = 8;
  scale.required_sub_group_size = 4;
  scale.required_sub_group_count = 3;
  scale.attributes = "vec_type_hint(float4)";
  scale.alternative_strategies = {VectorizationStrategy::packets, VectorizationStrategy::scalar};
  scale.local_size_matters = true;
  scale.distinct_buffers_matter = true;
  scale.opaque_arguments_matter = true;
  scale.has_flexible_lane_dimension = true;
  scale.is_group_independent = true;
  scale.row_dimension = 2;
  scale.dimensions = 3;
  scale.packet_size[0] = 16;
  scale.packet_size[1] = 4;
  scale.lanes[0] = 8;
  scale.vectorization = "64 work-items at a time";
  scale.has_scalar_code = true;
  scale.is_loop_baseline = true;
  scale.vectorization_failed = true;
  scale.prints = true;
  scale.may_access_any_memory = false;
  KernelDescription empty;
  empty.name = "empty";

  Container container;
  container.kind = CodeKind::object;
  container.cpu = "some-cpu";
  container.cpu_features = "+one,-two";
  container.kernels = {scale, empty};
  container.code = std::string_view(
      "\x7f"
      "ELF\0 and so on",
      15);
  return container;
}
