/// @file
/// Modules in text form, with implicit declarations of types and constants by name.

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace mux::test {

/// The text of a SPIR-V module for OpenCL. Names denote types and values, and are declared on first
/// use:
///
/// | name | meaning |
/// |---|---|
/// | `uint`, `float`, `bool`, `v4uchar`, `array8_uint` | types |
/// | `pair_uint` | a structure of two members |
/// | `global_uint`, `local_`, `private_`, `generic_`, `constant_`, `input_` | pointers |
/// | `uint_7`, `v4uint_7`, `float_1p5`, `float_n2`, `true` | constants, splat vectors |
/// | `null_v4uint`, `undef_uint` | null and undefined values |
/// | `GlobalInvocationId` etc. | variables of the storage class Input |
/// | `source_file` | the name of a file, for debug lines |
class ModuleText {
 public:
  void capability(const std::string &name);
  void extension(const std::string &name);
  /// Adds another file for debug lines, with an id like "%header".
  void file(const std::string &id, const std::string &path);
  /// Adds another entry point of a kernel's function.
  void entry_point(const std::string &kernel, const std::string &name);
  /// For an entry point by its name here: "%kernel LocalSize 64 1 1".
  void execution_mode(const std::string &line);
  /// "%id FPRoundingMode RTZ"
  void decorate(const std::string &line);
  /// Adds a type, a constant or a variable outside of functions, or several lines of them. Names of
  /// module-scope variables begin with "variable_".
  void declare(const std::string &lines);
  /// Adds a function, from OpFunction to OpFunctionEnd.
  void function(const std::string &lines);
  /// Adds an entry point with parameters "type name".
  void kernel(const std::string &name, const std::vector<std::string> &parameters,
              const std::string &body);
  /// Declares a function type and returns its name.
  std::string function_type(const std::string &result, const std::vector<std::string> &parameters);

  std::string text() const;
  /// The words of the module. Fails the test if the text is invalid.
  std::vector<uint32_t> assemble() const;

  /// Of version 1.
  unsigned minor_version = 4;

 private:
  void require_names(const std::string &lines);
  void require_name(const std::string &name);
  bool declare_type(const std::string &name);
  bool declare_constant(const std::string &name);
  bool declare_pointer(const std::string &name);
  bool declare_built_in(const std::string &name);
  void add(const std::string &name, const std::string &definition);

  std::set<std::string> capabilities_;
  std::set<std::string> extensions_;
  std::set<std::string> known_;
  std::vector<std::string> interface_;
  struct EntryPoint {
    std::string function;
    std::string name;
  };
  std::vector<EntryPoint> entry_points_;
  std::string modes_;
  std::string files_ = "%source_file = OpString \"kernel.cl\"\n";
  std::string decorations_;
  std::string declarations_;
  std::string functions_;
};

/// The names defined in lines, without "%".
std::set<std::string> defined_names(const std::string &lines);
/// Appends the suffix to each use of the names.
std::string renamed(const std::string &lines, const std::set<std::string> &names,
                    const std::string &suffix);

/// The size of a numeric type in memory; vectors of three have the size of four.
size_t size_of(const std::string &type);

}  // namespace mux::test
