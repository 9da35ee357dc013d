#include "opcode_table.h"

#include <catch2/catch.hpp>

#include <iomanip>
#include <limits>
#include <random>
#include <sstream>

#include "shader_run.h"

namespace mux::test {
namespace {

constexpr size_t table_items = 256;
constexpr size_t group_size = 64;
constexpr size_t components = 4;

Words special_words(Inputs inputs) {
  if (inputs == Inputs::integers) {
    return {0,          1,          2,  31, 32, 33,   0x5a,       0x80000000,
            0x7fffffff, 0xffffffff, 64, 16, 8,  0x10, 0xfffffff0, 0xaaaaaaaa};
  }
  constexpr float infinity = std::numeric_limits<float>::infinity();
  Words words;
  for (const float number :
       {0.0F, -0.0F, 1.0F, -1.5F, 2.5F, 0.5F, -1e-20F, std::numeric_limits<float>::max(),
        -std::numeric_limits<float>::max(), infinity, -infinity,
        std::numeric_limits<float>::quiet_NaN(), 1e-40F, 3e9F, -3e9F, 5e9F}) {
    words.push_back(std::bit_cast<uint32_t>(number));
  }
  return words;
}

uint32_t random_word(Inputs inputs, std::mt19937 &random) {
  if (inputs == Inputs::integers) {
    return static_cast<uint32_t>(random()) >> random() % 32;
  }
  return std::bit_cast<uint32_t>(std::ldexp(static_cast<float>(static_cast<int32_t>(random())),
                                            static_cast<int>(random() % 24) - 45));
}

/// All pairs of special numbers in the first two operands, then random numbers.
std::array<Words, 4> sample_words(Inputs inputs) {
  const Words special = special_words(inputs);
  const size_t count = special.size();
  std::mt19937 random(7);
  std::array<Words, 4> sources;
  for (size_t i = 0; i < table_items * components; ++i) {
    const bool is_special = i < count * count;
    sources[0].push_back(is_special ? special[i % count] : random_word(inputs, random));
    sources[1].push_back(is_special ? special[i / count] : random_word(inputs, random));
    sources[2].push_back(i % 3 == 0 ? special[i % count] : random_word(inputs, random));
    sources[3].push_back(i % 2 == 0 ? special[i * 7 % count] : random_word(inputs, random));
  }
  return sources;
}

/// The same for pairs of words that are doubles; as integers they are of all sizes, too.
std::array<Words, 4> sample_doubles() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> special = {0.0,
                                       -0.0,
                                       1.0,
                                       -1.5,
                                       2.5,
                                       0.5,
                                       -1e-30,
                                       std::numeric_limits<double>::max(),
                                       -std::numeric_limits<double>::max(),
                                       infinity,
                                       -infinity,
                                       std::numeric_limits<double>::quiet_NaN(),
                                       1e-310,
                                       3e9,
                                       -3e9,
                                       std::bit_cast<double>(uint64_t{1})};
  const size_t count = special.size();
  std::mt19937_64 random(7);
  std::array<Words, 4> sources;
  for (size_t i = 0; i < table_items * components / 2; ++i) {
    for (size_t source = 0; source < sources.size(); ++source) {
      const size_t index = source == 0 ? i % count : i / count;
      const double number = i < count * count && source < 2
                                ? special[index]
                                : std::ldexp(static_cast<double>(static_cast<int64_t>(random())),
                                             static_cast<int>(random() % 40) - 80);
      const auto bits = std::bit_cast<uint64_t>(number);
      sources[source].push_back(static_cast<uint32_t>(bits));
      sources[source].push_back(static_cast<uint32_t>(bits >> 32));
    }
  }
  return sources;
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string shader_of(const std::vector<OpcodeRow> &rows) {
  const size_t last = 4 + rows.size();
  std::string text =
      "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
      "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\n"
      "DCL BUFFER[0..4]\nDCL TEMP[0.." +
      std::to_string(last + 1) + "], LOCAL\nIMM[0] UINT32 {64, 4, " +
      std::to_string(table_items * components * sizeof(uint32_t)) + ", 0}\n";
  const std::string address = "TEMP[" + std::to_string(last) + "]";
  const std::string place = "TEMP[" + std::to_string(last + 1) + "]";
  std::vector<std::string> lines = {
      "UMAD " + address + ".x, SV[1].xxxx, IMM[0].xxxx, SV[0].xxxx",
      "SHL " + address + ".x, " + address + ".xxxx, IMM[0].yyyy",
  };
  for (size_t i = 0; i < 4; ++i) {
    lines.push_back("LOAD TEMP[" + std::to_string(i) + "], BUFFER[" + std::to_string(i) + "], " +
                    address + ".xxxx");
  }
  lines.push_back("MOV " + place + ".x, " + address + ".xxxx");
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::string result = "TEMP[" + std::to_string(4 + i) + "]";
    std::string line = replaced(rows[i].instruction, "%r", result);
    for (size_t source = 0; source < 4; ++source) {
      line = replaced(line, "%" + std::string(1, static_cast<char>('a' + source)),
                      "TEMP[" + std::to_string(source) + "]");
    }
    lines.push_back(line);
    lines.push_back("STORE BUFFER[4], " + place + ".xxxx, " + result);
    lines.push_back("UADD " + place + ".x, " + place + ".xxxx, IMM[0].zzzz");
  }
  lines.emplace_back("END");
  return text + numbered(lines);
}

std::string list_of(const uint32_t *words) {
  std::ostringstream text;
  text << std::hex;
  for (size_t i = 0; i < components; ++i) {
    text << (i == 0 ? "" : " ") << "0x" << std::setw(8) << std::setfill('0') << words[i];
  }
  return text.str();
}

template <class Float>
bool agree_within(Float actual, Float expected, double ulps) {
  if (std::isnan(actual) || std::isnan(expected)) {
    return std::isnan(actual) && std::isnan(expected);
  }
  if (std::memcmp(&actual, &expected, sizeof(Float)) == 0) {
    return true;
  }
  if (ulps == 0 || !std::isfinite(expected)) {
    return false;
  }
  if (!std::isfinite(actual)) {
    // Rounded up from the largest number.
    return std::abs(expected) == std::numeric_limits<Float>::max() &&
           std::signbit(actual) == std::signbit(expected);
  }
  const Float magnitude = std::abs(expected);
  const Float unit = std::max(magnitude - std::nextafter(magnitude, Float(0)),
                              std::numeric_limits<Float>::denorm_min());
  return static_cast<double>(std::abs(actual - expected)) / static_cast<double>(unit) <= ulps;
}

}  // namespace

bool agree(float actual, float expected, double ulps) {
  return agree_within(actual, expected, ulps);
}

bool agree(double actual, double expected, double ulps) {
  return agree_within(actual, expected, ulps);
}

void check_opcodes(Inputs inputs, const std::vector<OpcodeRow> &rows) {
  const std::array<Words, 4> sources =
      inputs == Inputs::doubles ? sample_doubles() : sample_words(inputs);
  ShaderRun run(shader_of(rows));
  for (size_t i = 0; i < sources.size(); ++i) {
    run.bind("buffer_" + std::to_string(i), sources[i]);
  }
  run.bind("buffer_4", Words(rows.size() * table_items * components));
  run.run({table_items / group_size, 1, 1}, {group_size, 1, 1});
  const Words &results = run.words("buffer_4");
  for (size_t row = 0; row < rows.size(); ++row) {
    for (size_t item = 0; item < table_items; ++item) {
      const size_t first = item * components;
      const Operands operands{
          {&sources[0][first], &sources[1][first], &sources[2][first], &sources[3][first]}};
      const uint32_t *result = &results[(row * table_items + item) * components];
      if (!rows[row].check(operands, result)) {
        FAIL_CHECK(rows[row].instruction
                   << ": " << list_of(result) << " of " << list_of(operands.words[0]) << ", "
                   << list_of(operands.words[1]) << ", " << list_of(operands.words[2]) << ", "
                   << list_of(operands.words[3]));
        break;
      }
    }
  }
}

}  // namespace mux::test
