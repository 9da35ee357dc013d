#include "tree.h"

#include <cctype>
#include <functional>

namespace mux::random_kernels {
namespace {

/// Replaces `$n` and `@n`.
std::string fill_in(const std::string &text,
                    const std::function<std::string(char mark, size_t index)> &replacement) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((text[i] == '$' || text[i] == '@') && i + 1 < text.size() &&
        std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0) {
      result += replacement(text[i], static_cast<size_t>(text[i + 1] - '0'));
      ++i;
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string indented(const std::string &text, size_t depth) {
  std::string result;
  size_t start = 0;
  while (start < text.size()) {
    const size_t end = std::min(text.find('\n', start), text.size());
    result += std::string(2 * depth, ' ') + text.substr(start, end - start) + "\n";
    start = end + 1;
  }
  return result;
}

std::string print(const Block &block);

std::string print(const Statement &statement) {
  return fill_in(statement.text, [&](char mark, size_t index) {
    return mark == '$' ? print(statement.expressions[index])
                       : "{\n" + indented(print(statement.blocks[index]), 1) + "}";
  });
}

std::string print(const Block &block) {
  std::string text;
  for (const Statement &statement : block) {
    text += print(statement) + "\n";
  }
  return text;
}

}  // namespace

std::string print(const Expression &expression) {
  return fill_in(expression.text,
                 [&](char, size_t index) { return print(expression.operands[index]); });
}

std::string zero_of(Type type) {
  return "(" + name(type) + ")(0)";
}

Case to_case(const Program &program) {
  std::string kernel = print(program.program_scope) + program.attributes + "kernel void test(";
  Case result;
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    kernel += (i == 0 ? "" : ", ") + program.parameters[i].declaration;
    result.arguments.push_back(program.parameters[i].argument);
  }
  kernel += ") {\n" + indented(print(program.body), 1) + "}\n";

  // Contraction is a choice of the compiler, and may differ for vectors.
  result.source = "#pragma OPENCL FP_CONTRACT OFF\n";
  for (const auto &[name, definition] : program.helpers) {
    if (kernel.find(name) != std::string::npos) {
      result.source += definition;
    }
  }
  result.source += kernel;
  result.options = program.options;
  result.ranges = program.ranges;
  result.groups_matter = program.groups_matter;
  return result;
}

}  // namespace mux::random_kernels
