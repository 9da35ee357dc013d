#include "instruction_record.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "compiler/spirv/grammar/grammar.h"

namespace mux::test {
namespace {

namespace spirv = compiler::spirv;

constexpr size_t header_words = 5;

const char *record_path() {
  return std::getenv("MUX_TEST_INSTRUCTIONS");
}

/// Written when the program ends.
struct Record {
  Record() = default;
  Record(const Record &) = delete;
  Record &operator=(const Record &) = delete;
  ~Record() {
    if (names.empty() || record_path() == nullptr) {
      return;
    }
    std::ofstream file(record_path());
    for (const std::string &name : names) {
      file << name << "\n";
    }
  }

  std::set<std::string> names;
};

Record &record() {
  static Record record;
  return record;
}

}  // namespace

void note_run(const std::vector<uint32_t> &words) {
  std::set<std::string> &names = record().names;
  for (size_t position = header_words; position < words.size(); position += words[position] >> 16) {
    const auto opcode = static_cast<spirv::Op>(words[position] & 0xffff);
    names.insert(spirv::instruction_name(words[position] & 0xffff));
    if (opcode == spirv::Op::ExtInst) {
      if (const auto *function = spirv::find_opencl_function(words[position + 4])) {
        names.insert("OpenCL.std " + std::string(function->name));
      }
    } else if (opcode == spirv::Op::SpecConstantOp) {
      names.insert("OpSpecConstantOp " + spirv::instruction_name(words[position + 3]));
    } else if (opcode == spirv::Op::Capability) {
      names.insert("Capability " +
                   spirv::enumerant_name(spirv::OperandKind::Capability, words[position + 1]));
    }
  }
}

std::set<std::string> noted_runs() {
  if (record_path() == nullptr) {
    throw std::runtime_error("MUX_TEST_INSTRUCTIONS names no file");
  }
  std::ifstream file(record_path());
  if (!file) {
    throw std::runtime_error(std::string(record_path()) + " cannot be read");
  }
  std::set<std::string> names;
  for (std::string line; std::getline(file, line);) {
    names.insert(line);
  }
  return names;
}

}  // namespace mux::test
