#include "codegen/clang/clang_compiler.h"

#include <mux/compiler.h>

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/clang/embedded_headers.h"
#include "codegen/clang/extension_functions.h"
#include "codegen/clang/header_names.h"
#include "codegen/clang/include_file_system.h"
#include "codegen/clang/nesting_guard.h"
#include "codegen/clang/silent_errors.h"
#include "codegen/clang/source_files.h"
#include "codegen/clang/sub_group_declarations.h"
#include "codegen/clang/time_macros.h"
#include "codegen/link/unused_functions.h"
#include "codegen/link/write_bitcode.h"
#include "compiler/features/device_features.h"
#include "compiler/interface/virtual_folders.h"

namespace mux::compiler {
namespace {

/// Whether the program may use a function of sub_group_declarations: parsing these takes a third as
/// long as everything else of a small program. Included files are not searched.
bool may_use_sub_group_functions(const SourceRequest &request) {
  constexpr std::string_view beginning = "intel_";
  return request.source.find(beginning) != std::string_view::npos ||
         request.source.find("include") != std::string_view::npos ||
         request.source.find("import") != std::string_view::npos ||
         request.options.find(beginning) != std::string::npos;
}

/// Clang supports versions up to OpenCL C 3.0; 3.1 has no new syntax.
constexpr std::string_view newest_version = "CL3.1";

std::string version_for_clang(const BuildOptions &options) {
  return options.language_version == newest_version ? "CL3.0" : options.language_version;
}

/// The macros of a version that Clang does not support. They follow its header, which compares with
/// the versions that it knows. Like CL_VERSION_3_0, CL_VERSION_3_1 is defined in every version.
std::string version_macros(const BuildOptions &options) {
  std::string lines = "#define CL_VERSION_3_1 310\n";
  if (options.language_version == newest_version) {
    lines += "#undef __OPENCL_C_VERSION__\n#define __OPENCL_C_VERSION__ CL_VERSION_3_1\n";
  }
  return lines;
}

std::string prelude(const SourceRequest &request, const BuildOptions &options) {
  std::string text = "#pragma GCC system_header\n";
  text += opencl_base_header;
  text += version_macros(options);
  text += correct_features();
  text += extension_functions();
  if (may_use_sub_group_functions(request)) {
    text += sub_group_declarations;
  }
  return text;
}

std::vector<std::string> clang_arguments(const std::string &name, const BuildOptions &options) {
  std::vector<std::string> arguments{
      "-triple",
      "spir64",
      "-x",
      "cl",
      "-cl-std=" + version_for_clang(options),
      extension_argument(),
      "-cl-kernel-arg-info",
      "-fdeclare-opencl-builtins",
      // No system headers: only the embedded ones, and the folders of -I.
      "-nostdsysteminc",
      "-nobuiltininc",
      "-include",
      prelude_path,
      // Clang defines the version of OpenCL C; the version of the device is defined here.
      "-D__OPENCL_VERSION__=310",
      "-fgnuc-version=4.2.1",
      "-fno-gnu-inline-asm",
      "-ffp-contract=on",
      "-discard-value-names",
      "-main-file-name",
      name,
      "-ferror-limit",
      "20",
      "-fbracket-depth",
      std::to_string(options.bracket_depth),
  };
  if (options.optimize) {
    // Metadata for optimizations (TBAA, lifetimes) is emitted, but nothing is optimized yet: that
    // happens for the processor that the kernel runs on.
    arguments.insert(arguments.end(), {"-O2", "-disable-llvm-passes"});
  } else {
    arguments.insert(arguments.end(), {"-O0", "-disable-O0-optnone"});
  }
  if (options.debug_information) {
    arguments.insert(arguments.end(), {"-debug-info-kind=constructor", "-dwarf-version=5"});
  }
  // Headers in memory precede those of folders. The source has no folder of its own: relative names
  // are resolved in the current directory, as in other implementations.
  arguments.insert(arguments.end(), {"-I", header_folder});
  for (const std::string &folder : options.include_directories) {
    arguments.insert(arguments.end(), {"-I", folder});
  }
  arguments.insert(arguments.end(), {"-I", "."});
  arguments.insert(arguments.end(), options.clang_arguments.begin(), options.clang_arguments.end());
  return arguments;
}

/// Parses the arguments and reports errors in them, such as an unknown warning.
bool read_arguments(const std::vector<std::string> &arguments,
                    clang::CompilerInvocation &invocation, llvm::raw_ostream &log) {
  std::vector<const char *> pointers;
  pointers.reserve(arguments.size());
  for (const std::string &argument : arguments) {
    pointers.push_back(argument.c_str());
  }
  auto diagnostic_options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  clang::TextDiagnosticPrinter printer(log, diagnostic_options.get());
  const auto diagnostics = clang::CompilerInstance::createDiagnostics(
      diagnostic_options.get(), &printer, /*ShouldOwnClient=*/false);
  return clang::CompilerInvocation::CreateFromArgs(invocation, pointers, *diagnostics);
}

class CompileAction : public clang::EmitLLVMOnlyAction {
 public:
  CompileAction(llvm::LLVMContext &context, const std::string &source_name, FileRecord &record)
      : EmitLLVMOnlyAction(&context), source_name_(source_name), record_(record) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    guard_nesting(compiler.getPreprocessor());
    name_headers(compiler.getPreprocessor(), header_folder);
    record_time_macros(compiler.getPreprocessor(), record_);
    name_source(compiler.getSourceManager());
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override {
    // In this order: the code generator consumes each declaration as soon as it is parsed.
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(report_silent_errors());
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  /// Equivalent to a #line directive before the first line.
  void name_source(clang::SourceManager &sources) const {
    const clang::SourceLocation start = sources.getLocForStartOfFile(sources.getMainFileID());
    sources.AddLineNote(start, /*LineNo=*/2, sources.getLineTableFilenameID(source_name_),
                        /*IsFileEntry=*/false, /*IsFileExit=*/false, clang::SrcMgr::C_User);
  }

  const std::string &source_name_;
  FileRecord &record_;
};

}  // namespace

bool compile_with_clang(const SourceRequest &request, const BuildOptions &options, Bitcode &bitcode,
                        std::string &log, FileRecord &record) {
  const std::string &name = request.name;
  llvm::raw_string_ostream log_stream(log);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!read_arguments(clang_arguments(name, options), *invocation, log_stream)) {
    return false;
  }
  invocation->getFrontendOpts().Inputs = {
      clang::FrontendInputFile(source_path, clang::Language::OpenCL)};

  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.setVerboseOutputStream(log_stream);
  clang::TextDiagnosticPrinter printer(log_stream, &compiler.getDiagnosticOpts());
  compiler.createDiagnostics(&printer, /*ShouldOwnClient=*/false);

  llvm::IntrusiveRefCntPtr<IncludeFileSystem> files(new IncludeFileSystem);
  files->add_file(source_path, request.source);
  files->add_file(prelude_path, prelude(request, options));
  if (!add_headers(request.headers, *files, log_stream)) {
    return false;
  }
  files->record_to(record);
  compiler.createFileManager(files);

  llvm::LLVMContext context;
  CompileAction action(context, name, record);
  if (!compiler.ExecuteAction(action)) {
    return false;
  }
  const std::unique_ptr<llvm::Module> module = action.takeModule();
  if (module == nullptr) {
    return false;
  }
  module->setModuleIdentifier(name);
  module->setSourceFileName(name);
  if (request.output != mux_compile_output_object) {
    drop_unused_functions(*module);
  }
  bitcode = write_bitcode(*module);
  return true;
}

}  // namespace mux::compiler
