#include "compiler/container/container.h"
#include "compiler/container/layout.h"

namespace mux::compiler {
namespace {

void write_argument(ByteWriter &writer, const KernelArgument &argument) {
  writer.integer<uint32_t>(static_cast<uint32_t>(argument.kind));
  writer.integer<uint64_t>(argument.size);
  writer.integer<uint64_t>(argument.alignment);
  writer.integer<uint64_t>(argument.offset);
  writer.boolean(argument.reads);
  writer.boolean(argument.writes);
  writer.boolean(argument.is_specialization_candidate);
  writer.boolean(argument.is_constant);
  writer.boolean(argument.is_const);
  writer.boolean(argument.is_restrict);
  writer.boolean(argument.is_volatile);
  writer.integer<uint8_t>(static_cast<uint8_t>(argument.image_access));
  writer.boolean(argument.is_pipe);
  writer.integer<uint32_t>(argument.packet_size);
  writer.string(argument.type_name);
  writer.string(argument.name);
}

void write_kernel(ByteWriter &writer, const KernelDescription &kernel) {
  writer.string(kernel.name);
  writer.integer<uint64_t>(kernel.packed_size);
  writer.integer<uint64_t>(kernel.local_memory_size);
  writer.integer<uint64_t>(kernel.storage_per_work_item);
  writer.integer<uint64_t>(kernel.storage_per_group);
  writer.integer<uint64_t>(kernel.stack_use);
  for (const uint64_t size : kernel.required_local_size) {
    writer.integer<uint64_t>(size);
  }
  for (const uint64_t size : kernel.local_size_hint) {
    writer.integer<uint64_t>(size);
  }
  for (const uint64_t size : kernel.preferred_local_size) {
    writer.integer<uint64_t>(size);
  }
  writer.integer<uint32_t>(kernel.sub_group_size);
  writer.integer<uint32_t>(kernel.required_sub_group_size);
  writer.integer<uint32_t>(kernel.required_sub_group_count);
  for (const uint32_t size : kernel.packet_size) {
    writer.integer<uint32_t>(size);
  }
  for (const uint32_t lanes : kernel.lanes) {
    writer.integer<uint32_t>(lanes);
  }
  writer.string(kernel.attributes);
  writer.string(kernel.vectorization);
  writer.boolean(kernel.has_scalar_code);
  writer.boolean(kernel.is_loop_baseline);
  writer.boolean(kernel.vectorization_failed);
  writer.integer<uint64_t>(kernel.alternative_strategies.size());
  for (const VectorizationStrategy strategy : kernel.alternative_strategies) {
    writer.integer<uint8_t>(static_cast<uint8_t>(strategy));
  }
  writer.boolean(kernel.local_size_matters);
  writer.boolean(kernel.distinct_buffers_matter);
  writer.boolean(kernel.opaque_arguments_matter);
  writer.boolean(kernel.is_group_independent);
  writer.integer<uint32_t>(kernel.row_dimension);
  writer.boolean(kernel.has_flexible_lane_dimension);
  writer.integer<uint32_t>(kernel.dimensions);
  writer.boolean(kernel.prints);
  writer.boolean(kernel.may_access_any_memory);
  writer.integer<uint64_t>(kernel.arguments.size());
  for (const KernelArgument &argument : kernel.arguments) {
    write_argument(writer, argument);
  }
}

}  // namespace

std::string write_container(const Container &container) {
  // Serialized first, because the total length precedes them.
  ByteWriter tables;
  tables.integer<uint32_t>(static_cast<uint32_t>(container.kind));
  tables.string(container.cpu);
  tables.string(container.cpu_features);
  tables.integer<uint64_t>(container.kernels.size());
  for (const KernelDescription &kernel : container.kernels) {
    write_kernel(tables, kernel);
  }
  tables.integer<uint64_t>(container.code.size());

  ByteWriter header;
  header.raw(container_magic);
  header.integer<uint32_t>(container_version);
  header.raw(std::string(container_checked_offset - container_checksum_offset, '\0'));
  const uint64_t tables_end = header.size() + sizeof(uint64_t) + tables.size();
  const uint64_t code_offset = (tables_end + container_code_alignment - 1) /
                               container_code_alignment * container_code_alignment;
  header.integer<uint64_t>(code_offset + container.code.size());
  header.raw(tables.take());
  header.pad_to_multiple_of(container_code_alignment);
  header.raw(container.code);

  std::string bytes = header.take();
  const std::string checksum =
      container_checksum(std::string_view(bytes).substr(container_checked_offset));
  bytes.replace(container_checksum_offset, checksum.size(), checksum);
  return bytes;
}

}  // namespace mux::compiler
