#include "kernel_table.h"

#include <catch2/catch.hpp>

#include <span>

#include "compile.h"
#include "instruction_record.h"
#include "modules.h"

namespace mux::test {
namespace {

/// Bytes of an output for each work-item, large enough for every type.
constexpr size_t output_bytes = 128;

std::string input_name(size_t index) {
  return std::string(1, static_cast<char>('a' + index));
}

/// Booleans are stored as bytes.
struct Stored {
  std::string type;
  std::string text;
};

Stored stored(const std::string &type) {
  const size_t boolean = type.find("bool");
  if (boolean == std::string::npos) {
    return {type, ""};
  }
  const std::string bytes = type.substr(0, boolean) + "uchar";
  return {bytes, "%truth = OpSelect %" + bytes + " %r %" + bytes + "_1 %" + bytes + "_0\n"};
}

std::string load_inputs(const TableKernel &kernel) {
  std::string body =
      "%ids = OpLoad %v3ulong %GlobalInvocationId\n"
      "%gid = OpCompositeExtract %ulong %ids 0\n";
  for (size_t i = 0; i < kernel.inputs.size(); ++i) {
    const std::string name = input_name(i);
    const std::string &type = kernel.inputs[i].type;
    body +=
        "%at_" + name + " = OpInBoundsPtrAccessChain %global_" + type + " %in_" + name + " %gid\n";
    body += "%" + name + " = OpLoad %" + type + " %at_" + name + "\n";
  }
  return body;
}

std::string store_output(const TableKernel &kernel, size_t index) {
  const TableOutput &output = kernel.outputs[index];
  const Stored form = stored(output.type);
  const size_t first = index * kernel.items * (output_bytes / size_of(form.type));
  std::string lines = output.text + "\n" + form.text;
  lines += "%base = OpBitcast %global_" + form.type + " %out\n";
  lines += "%index = OpIAdd %ulong %gid %ulong_" + std::to_string(first) + "\n";
  lines += "%place = OpPtrAccessChain %global_" + form.type + " %base %index\n";
  lines += "OpStore %place " + std::string(form.text.empty() ? "%r" : "%truth") + "\n";
  return lines;
}

Bytes run(const Kernel &kernel, const TableKernel &table) {
  Bytes values(table.outputs.size() * table.items * output_bytes);
  const Buffer out(test_device(), values.size());
  std::vector<mux_descriptor_info_t> arguments = {argument(out)};
  // Vectors are aligned to their size, as buffers are.
  std::vector<Buffer> buffers;
  for (const TableInput &input : table.inputs) {
    buffers.emplace_back(test_device(), input.bytes.size()).write(std::span(input.bytes));
    arguments.push_back(argument(buffers.back()));
  }
  arguments.insert(arguments.end(), table.arguments.begin(), table.arguments.end());
  CommandBuffer commands(test_device());
  commands.nd_range(kernel, arguments, NdRange({table.items}, {table.local_size}));
  commands.finalize();
  test_device().queue().run(commands);
  out.read(std::span(values));
  return values;
}

}  // namespace

const Device &test_device() {
  static const Device device;
  return device;
}

std::string compile_module(const std::vector<uint32_t> &words) {
  const CompileResult compiled = compile(bytes_of(words), "", "module.spv");
  INFO(compiled.log);
  REQUIRE(compiled.result == mux_success);
  note_run(words);
  return compiled.binary;
}

void KernelTable::write(const TableKernel &kernel) {
  std::vector<std::string> parameters = {"global_uchar out"};
  for (size_t i = 0; i < kernel.inputs.size(); ++i) {
    parameters.push_back("global_" + kernel.inputs[i].type + " in_" + input_name(i));
  }
  parameters.insert(parameters.end(), kernel.parameters.begin(), kernel.parameters.end());
  std::string body = load_inputs(kernel) + kernel.prologue + "\n";
  for (size_t i = 0; i < kernel.outputs.size(); ++i) {
    const std::string lines = store_output(kernel, i);
    const std::set<std::string> names = defined_names(lines);
    const std::string suffix = "_" + std::to_string(i);
    body += renamed(lines, names, suffix);
    std::string decorations =
        renamed(kernel.outputs[i].decorations, names, suffix + "_in_" + kernel.name);
    for (size_t start = 0; start < decorations.size();) {
      const size_t end = std::min(decorations.find('\n', start), decorations.size());
      text.decorate(decorations.substr(start, end - start));
      start = end + 1;
    }
  }
  text.kernel(kernel.name, parameters, body);
}

void KernelTable::check() {
  std::vector<std::string> names;
  for (const TableKernel &kernel : kernels_) {
    write(kernel);
    names.push_back(kernel.name);
  }
  const std::string binary = compile_module(text.assemble());
  const Executable executable(test_device(), std::as_bytes(std::span(binary)));
  const std::vector<Kernel> made = make_kernels(executable, names);
  for (size_t i = 0; i < kernels_.size(); ++i) {
    INFO("kernel " << kernels_[i].name);
    const Bytes out = run(made[i], kernels_[i]);
    for (size_t j = 0; j < kernels_[i].outputs.size(); ++j) {
      INFO(kernels_[i].outputs[j].text);
      kernels_[i].outputs[j].check(out.data() + j * kernels_[i].items * output_bytes);
    }
  }
}

}  // namespace mux::test
