#include "kernel_passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <iterator>
#include <utility>

#include "codegen/passes/pass_runner.h"
#include "codegen/pipeline/pipeline.h"
#include "codegen/target/target_machine.h"
#include "compiler/interface/vector_width.h"
#include "compiler/processor/host_target.h"

namespace mux::test {

namespace {

using compiler::Compilation;
using compiler::EntryKernel;
using compiler::KernelArgument;
using compiler::KernelDescription;

/// The result of compiling a program, or the reason for its rejection.
struct Compiled {
  std::vector<EntryKernel> kernels;
  std::string object;
};

llvm::Expected<Compiled> compile(llvm::Module &module, const compiler::CompileRequest &request,
                                 Compilation &compilation) {
  llvm::Expected<std::vector<EntryKernel>> kernels =
      compiler::lower_module(module, request, compilation);
  if (!kernels) {
    return kernels.takeError();
  }
  llvm::Expected<std::string> object = compiler::generate_code(module, *kernels, compilation);
  if (!object) {
    return object.takeError();
  }
  return Compiled{std::move(*kernels), std::move(*object)};
}

compiler::VectorWidth width_of(const ExampleOptions &options) {
  compiler::VectorWidth width;
  if (const std::optional<std::string> text = options.text("width")) {
    INFO("option width=" << *text);
    REQUIRE(compiler::read_vector_width(*text, width));
  }
  return width;
}

compiler::CompileRequest request_of(const ExampleOptions &options) {
  compiler::CompileRequest request;
  if (options.has("local")) {
    const std::vector<unsigned> size = options.numbers("local");
    REQUIRE(size.size() == 3);
    request.specialization.range = compiler::FixedRange{{size[0], size[1], size[2]}, false};
  }
  if (options.has("blocks")) {
    REQUIRE(options.has("local"));
    compiler::LocalBlocks &blocks = request.specialization.range->local_blocks;
    const std::vector<unsigned> known = options.numbers("blocks");
    REQUIRE((!known.empty() && known.size() <= blocks.size()));
    blocks.fill(static_cast<uint16_t>(known.back()));
    std::copy(known.begin(), known.end(), blocks.begin());
  }
  if (options.has("dimensions")) {
    request.specialization.shape = compiler::RangeShape{.dimensions = options.number("dimensions")};
  }
  if (options.has("multiple")) {
    const std::vector<unsigned> multiple = options.numbers("multiple");
    REQUIRE(multiple.size() == 3);
    request.specialization.shape =
        compiler::RangeShape{.has_small_ids = true,
                             .has_long_rows = true,
                             .multiple_of = {multiple[0], multiple[1], multiple[2]},
                             .scalar_remainder = options.has("few")};
  }
  if (options.has("distinct")) {
    request.specialization.shape = compiler::RangeShape{.has_distinct_buffers = true};
  }
  if (options.has("opaque")) {
    compiler::RangeShape shape;
    const std::vector<unsigned> known = options.numbers("opaque");
    REQUIRE(known.size() <= shape.opaque_arguments.size());
    std::copy(known.begin(), known.end(), shape.opaque_arguments.begin());
    request.specialization.shape = shape;
  }
  if (options.has("argument")) {
    request.specialization.arguments = {{options.number("argument"), options.number("bits")}};
  }
  if (options.has("constant")) {
    const uint32_t value = options.number("value");
    std::string bytes(sizeof(value), '\0');
    std::memcpy(bytes.data(), &value, sizeof(value));
    request.constants = {{options.text("constant").value(), bytes}};
  }
  return request;
}

const char *name_of(compiler::ArgumentKind kind) {
  switch (kind) {
    case compiler::ArgumentKind::buffer:
      return "buffer";
    case compiler::ArgumentKind::plain_old_data:
      return "value";
    case compiler::ArgumentKind::local_buffer:
      return "local buffer";
    case compiler::ArgumentKind::image:
      return "image";
    case compiler::ArgumentKind::sampler:
      return "sampler";
  }
  return "argument of no kind";
}

void describe(llvm::raw_ostream &stream, const KernelArgument &argument) {
  stream << ";   " << name_of(argument.kind) << " '" << argument.name << "' of " << argument.size
         << " bytes at " << argument.offset << (argument.reads ? ", read" : "")
         << (argument.writes ? ", written" : "")
         << (argument.is_specialization_candidate ? ", specialization candidate" : "") << '\n';
}

void describe(llvm::raw_ostream &stream, const EntryKernel &kernel) {
  const KernelDescription &description = kernel.description;
  stream << "; kernel " << description.name << ": " << description.vectorization << '\n';
  for (const KernelArgument &argument : description.arguments) {
    describe(stream, argument);
  }
  stream << ";   local memory " << description.local_memory_size << ", kept by a work-item "
         << description.storage_per_work_item << ", by a group " << description.storage_per_group
         << '\n';
  if (description.distinct_buffers_matter) {
    stream << ";   distinct buffers matter\n";
  }
  if (description.opaque_arguments_matter) {
    stream << ";   opaque arguments matter\n";
  }
  stream << ";   order";
  for (const unsigned dimension : kernel.order) {
    stream << ' ' << "xyz"[dimension];
  }
  stream << (description.prints ? ", prints" : "") << '\n';
}

void describe_object(llvm::raw_ostream &stream, const std::string &object) {
  const std::unique_ptr<llvm::object::ObjectFile> file = llvm::cantFail(
      llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "object")));
  for (const llvm::object::SymbolRef &symbol : file->symbols()) {
    const uint32_t flags = llvm::cantFail(symbol.getFlags());
    if ((flags & llvm::object::SymbolRef::SF_Global) != 0) {
      stream << "; object " << file->getFileFormatName()
             << ((flags & llvm::object::SymbolRef::SF_Undefined) != 0 ? " needs " : " defines ")
             << llvm::cantFail(symbol.getName()) << '\n';
    }
  }
}

std::string describe(const Compiled &compiled) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const EntryKernel &kernel : compiled.kernels) {
    describe(stream, kernel);
  }
  describe_object(stream, compiled.object);
  return text;
}

}  // namespace

bool is_program(const llvm::Module &module) {
  return llvm::Triple(module.getTargetTriple()).getArch() == llvm::Triple::spir64;
}

PassResult run_in_pipeline(const std::string &pass, const ExampleOptions &options,
                           llvm::Module &module) {
  const size_t index = llvm::find(compiler::pass_list, pass) - std::begin(compiler::pass_list);
  REQUIRE(index < std::size(compiler::pass_list));
  compiler::PassSettings settings;
  settings.print_before.set(index);
  settings.print_after.set(index);
  std::vector<std::string> printed;
  const std::unique_ptr<llvm::TargetMachine> machine =
      llvm::cantFail(compiler::create_target_machine());
  Compilation compilation{
      *machine, width_of(options),
      compiler::PassRunner(settings, [&](const std::string &text) { printed.push_back(text); })};
  llvm::Expected<Compiled> compiled = compile(module, request_of(options), compilation);
  const std::string error = compiled ? "" : llvm::toString(compiled.takeError());
  INFO("error: " << error);
  REQUIRE(!printed.empty());
  if (printed.size() == 1) {
    return {printed[0], "refused: " + error + "\n"};
  }
  REQUIRE(error.empty());
  return {printed[0], printed[1] + describe(*compiled)};
}

}  // namespace mux::test
