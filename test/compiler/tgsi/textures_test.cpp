// Texture instructions, compared with a slow sampler in double: in code for all textures, and in
// code for the format and the sampler.

#include <mux/gallium/state.h>
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <random>

#include "shader_run.h"
#include "texture_reference.h"

namespace mux::test::textures {
namespace {

constexpr uint32_t item_count = 64;

uint32_t bits(float number) {
  return std::bit_cast<uint32_t>(number);
}

template <class Structure>
Words words_of(const Structure &structure) {
  Words words(sizeof(structure) / sizeof(uint32_t));
  std::memcpy(words.data(), &structure, sizeof(structure));
  return words;
}

/// A shader in which each of 64 work-items executes an instruction on two vectors of BUFFER[1],
/// TEMP[1] and TEMP[2], and stores TEMP[3].
std::string shader(const std::string &instruction, uint32_t item_total = item_count) {
  return "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH " + std::to_string(item_total) +
         "\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\nPROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
         "DCL SV[0], THREAD_ID\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL BUFFER[0]\n"
         "DCL BUFFER[1]\nDCL TEMP[0..4], LOCAL\nIMM[0] UINT32 {16, 32, 0, 1}\n"
         "IMM[1] UINT32 {1, 4294967295, 2, 0}\nIMM[2] FLT32 {0x3ec00000, 0x00000000, 0x00000000, "
         "0x00000000}\n" +
         numbered(
             {"UMUL TEMP[0].xy, SV[0].xxxx, IMM[0].xyyy", "LOAD TEMP[1], BUFFER[1], TEMP[0].yyyy",
              "UADD TEMP[0].z, TEMP[0].yyyy, IMM[0].xxxx", "LOAD TEMP[2], BUFFER[1], TEMP[0].zzzz",
              instruction, "STORE BUFFER[0], TEMP[0].xxxx, TEMP[3]", "END"});
}

/// What code depends on, packed as shader_abi.h says.
std::array<uint32_t, 4> code_of(const mux_gallium_view_layout_t &layout) {
  uint32_t number = layout.block_bytes | layout.flags << 8 | mux_gallium_view_code_small |
                    mux_gallium_view_code_given;
  for (uint32_t i = 0; i < 4; ++i) {
    number |= (layout.channel_missing >> 8 * i & 1) << (16 + i) | layout.swizzle[i] << (20 + 3 * i);
  }
  return {layout.channel_types, layout.channel_offsets, layout.channel_bits, number};
}

uint32_t code_of(const mux_gallium_sampler_layout_t &sampler) {
  const uint32_t members[][2] = {{sampler.wrap_s, 0},
                                 {sampler.wrap_t, 3},
                                 {sampler.wrap_r, 6},
                                 {sampler.min_img_filter, 9},
                                 {sampler.mag_img_filter, 10},
                                 {sampler.min_mip_filter, 11},
                                 {sampler.compare_mode, 13},
                                 {sampler.compare_func, 14},
                                 {sampler.seamless_cube_map, 17},
                                 {sampler.unnormalized_coords, 18}};
  uint32_t code = mux_gallium_sampler_code_bound | mux_gallium_sampler_code_given;
  for (const auto &[value, place] : members) {
    code |= value << place;
  }
  return code;
}

/// Compiled code, which tests share.
ShaderRun &shared_run(const std::string &text, const mux_gallium_view_layout_t *view = nullptr,
                      const mux_gallium_sampler_layout_t *sampler = nullptr) {
  // Outlives the programs.
  test_device();
  static std::map<std::string, std::unique_ptr<ShaderRun>> runs;
  std::string key = text;
  std::vector<ConstantValue> constants;
  if (view != nullptr) {
    const std::array<uint32_t, 4> code = code_of(*view);
    constants.emplace_back("texture_0_view", code);
    for (const uint32_t word : code) {
      key += " " + std::to_string(word);
    }
  }
  if (sampler != nullptr) {
    const uint32_t code = code_of(*sampler);
    constants.emplace_back("texture_0_sampler", code);
    key += " " + std::to_string(code);
  }
  std::unique_ptr<ShaderRun> &made = runs[key];
  if (made == nullptr) {
    made = std::make_unique<ShaderRun>(text, constants);
  }
  return *made;
}

struct TargetCase {
  std::string name;
  /// Of TXL or TXL2.
  std::string instruction;
  unsigned dimensions;
  uint32_t layers;
  bool is_cube;
  bool compares;
  /// Where things are in the eight components of the operands; 9 for nowhere.
  unsigned layer;
  unsigned reference;
  unsigned level;
  /// Whether code for all textures is tested, which takes a second to compile. It depends on
  /// properties of the target, each of which some of these targets have.
  bool is_tested_in_general = true;
};

constexpr unsigned nowhere = 9;

const std::vector<TargetCase> targets = {
    {"1D", "TXL", 1, 1, false, false, nowhere, nowhere, 3, false},
    {"2D", "TXL", 2, 1, false, false, nowhere, nowhere, 3},
    {"3D", "TXL", 3, 1, false, false, nowhere, nowhere, 3},
    {"CUBE", "TXL", 3, 6, true, false, nowhere, nowhere, 3, false},
    {"RECT", "TEX", 2, 1, false, false, nowhere, nowhere, nowhere},
    {"1D_ARRAY", "TXL", 1, 5, false, false, 1, nowhere, 3},
    {"2D_ARRAY", "TXL", 2, 5, false, false, 2, nowhere, 3, false},
    {"CUBEARRAY", "TXL2", 3, 12, true, false, 3, nowhere, 4},
    {"SHADOW1D", "TXL", 1, 1, false, true, nowhere, 2, 3, false},
    {"SHADOW2D", "TXL", 2, 1, false, true, nowhere, 2, 3, false},
    {"SHADOWRECT", "TEX", 2, 1, false, true, nowhere, 2, nowhere, false},
    {"SHADOW1D_ARRAY", "TXL", 1, 5, false, true, 1, 2, 3, false},
    {"SHADOW2D_ARRAY", "TXL2", 2, 5, false, true, 2, 3, 4},
    {"SHADOWCUBE", "TXL2", 3, 6, true, true, nowhere, 3, 4, false},
    {"SHADOWCUBEARRAY", "TXL2", 3, 12, true, true, 3, 4, 5},
};

bool is_rectangle(const TargetCase &target) {
  return target.name == "RECT" || target.name == "SHADOWRECT";
}

ReferenceTexture texture_of(const TargetCase &target) {
  // Cubes have square faces.
  const std::array<uint32_t, 3> size =
      target.is_cube ? std::array<uint32_t, 3>{6, 6, 1} : std::array<uint32_t, 3>{7, 6, 5};
  return {target.is_cube ? 2 : target.dimensions, size, target.layers,
          is_rectangle(target) ? 1U : 3U, 11};
}

/// Random coordinates at no texel's edge: odd multiples of a power of two, which are exact.
double place(std::mt19937 &random, double scale) {
  const int odd = static_cast<int>(random() % 1024) * 2 - 1023;
  return odd / 512.0 * scale;
}

std::vector<ReferenceSample> samples_of(const TargetCase &target, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<ReferenceSample> samples(item_count);
  for (ReferenceSample &sample : samples) {
    sample.is_cube = target.is_cube;
    sample.has_layers = target.layer != nowhere;
    sample.is_rectangle = is_rectangle(target);
    sample.compares = target.compares;
    for (double &coordinate : sample.coordinates) {
      coordinate = place(random, is_rectangle(target) ? 8 : 2.5);
    }
    // Between layers, but not in the middle.
    sample.layer = static_cast<double>(random() % 29) / 4 - 1.125;
    sample.reference = static_cast<double>(random() % 256) / 256;
    sample.level = target.level == nowhere ? 0 : place(random, 1) * 2 + 1.03125;
  }
  return samples;
}

Words operands_of(const TargetCase &target, const std::vector<ReferenceSample> &samples) {
  Words words;
  for (const ReferenceSample &sample : samples) {
    std::array<float, 8> components = {};
    const auto set = [&](unsigned component, double value) {
      if (component != nowhere) {
        components[component] = static_cast<float>(value);
      }
    };
    for (unsigned i = 0; i < target.dimensions; ++i) {
      set(i, sample.coordinates[i]);
    }
    set(target.layer, sample.layer);
    set(target.reference, sample.reference);
    set(target.level, sample.level);
    for (const float component : components) {
      words.push_back(bits(component));
    }
  }
  return words;
}

/// Filters, wrap modes and limits that belong together in a test.
struct SamplerCase {
  uint32_t wrap;
  uint32_t filter;
  uint32_t mip_filter;
  bool is_seamless = false;
};

mux_gallium_sampler_layout_t sampler_of(const SamplerCase &from, uint32_t function) {
  mux_gallium_sampler_layout_t sampler = {};
  sampler.wrap_s = from.wrap;
  // Other modes along other axes.
  sampler.wrap_t = (from.wrap + 3) % 8;
  sampler.wrap_r = (from.wrap + 5) % 8;
  sampler.min_img_filter = from.filter;
  sampler.mag_img_filter = from.filter;
  sampler.min_mip_filter = from.mip_filter;
  sampler.seamless_cube_map = from.is_seamless ? 1 : 0;
  sampler.compare_mode = 1;
  sampler.compare_func = function;
  sampler.lod_bias = 0.125F;
  sampler.min_lod = -2;
  sampler.max_lod = 2.75F;
  const float border[] = {0.25F, 0.5F, 0.75F, 0.125F};
  for (size_t i = 0; i < 4; ++i) {
    sampler.border_color[i] = bits(border[i]);
  }
  return sampler;
}

/// Cases for a target. For known samplers each is compiled: a third of them, other ones of the next
/// target.
std::vector<SamplerCase> sampler_cases(const TargetCase &target, bool is_known) {
  const bool is_rectangle = mux::test::textures::is_rectangle(target);
  const bool is_cube = target.is_cube;
  std::vector<SamplerCase> cases;
  for (uint32_t wrap = 0; wrap < 8; ++wrap) {
    for (const uint32_t filter : {0U, 1U}) {
      cases.push_back({wrap, filter, is_rectangle ? 2 : (wrap + filter) % 3});
    }
  }
  if (is_cube) {
    cases.push_back({0, 1, 1, true});
    cases.push_back({0, 0, 0, true});
  }
  if (!is_known) {
    return cases;
  }
  std::vector<SamplerCase> some;
  for (size_t i = static_cast<size_t>(&target - targets.data()) % 5; i < cases.size(); i += 5) {
    some.push_back(cases[i]);
  }
  return some;
}

void bind(ShaderRun &run, const ReferenceTexture &texture,
          const mux_gallium_sampler_layout_t &sampler) {
  run.bind("view_0", texture.words())
      .bind("view_0_layout", words_of(texture.layout()))
      .bind("sampler_0", words_of(sampler));
}

/// Code that samples a target explicitly.
ShaderRun &run_of(const TargetCase &target, const ReferenceTexture &texture,
                  const mux_gallium_sampler_layout_t &sampler, bool is_known) {
  const std::string text =
      shader(target.instruction + " TEMP[3], TEMP[1], " +
             (target.instruction == "TXL2" ? "TEMP[2], " : "") + "SAMP[0], " + target.name);
  if (!is_known) {
    return shared_run(text);
  }
  const mux_gallium_view_layout_t layout = texture.layout();
  return shared_run(text, &layout, &sampler);
}

void check_colors(const Words &results, size_t item, const Color &expected) {
  for (size_t i = 0; i < 4; ++i) {
    INFO("item " << item << ", component " << i);
    REQUIRE(std::fabs(double(std::bit_cast<float>(results[4 * item + i])) - expected[i]) < 2e-5);
  }
}

}  // namespace

TEST_CASE("texels of all targets are filtered as the sampler says", "[tgsi]") {
  const bool is_known = GENERATE(false, true);
  for (const TargetCase &target : targets) {
    if (!is_known && !target.is_tested_in_general) {
      continue;
    }
    const ReferenceTexture texture = texture_of(target);
    uint32_t seed = 0;
    for (const SamplerCase &row : sampler_cases(target, is_known)) {
      INFO(target.name << ", wrap mode " << row.wrap << ", filter " << row.filter << ", mip filter "
                       << row.mip_filter << ", seamless " << row.is_seamless << ", known "
                       << is_known);
      const mux_gallium_sampler_layout_t sampler = sampler_of(row, seed % 8);
      const std::vector<ReferenceSample> samples = samples_of(target, ++seed);
      ShaderRun &run = run_of(target, texture, sampler, is_known);
      bind(run, texture, sampler);
      run.bind("buffer_1", operands_of(target, samples)).bind("buffer_0", Words(4 * item_count));
      run.run({1, 1, 1}, {item_count, 1, 1});
      for (size_t item = 0; item < samples.size(); ++item) {
        check_colors(run.words("buffer_0"), item,
                     sample_reference(texture, sampler, samples[item]));
      }
    }
  }
}

TEST_CASE("four texels are gathered, with offsets", "[tgsi]") {
  const bool is_known = GENERATE(false, true);
  for (const TargetCase &target : targets) {
    if (target.dimensions == 1 || target.name == "3D" ||
        (!is_known && !target.is_tested_in_general)) {
      continue;
    }
    const bool has_second = target.name == "SHADOWCUBEARRAY";
    const bool has_offset = !target.is_cube;
    const std::string text =
        shader("TG4 TEMP[3], TEMP[1], " +
               std::string(has_second        ? "TEMP[2]"
                           : target.compares ? "IMM[0].zzzz"
                                             : "IMM[1].zzzz") +
               ", SAMP[0], " + target.name + (has_offset ? ", IMM[1].xyz" : ""));
    const ReferenceTexture texture = texture_of(target);
    const mux_gallium_view_layout_t layout = texture.layout();
    const SamplerCase rows[] = {{0, 0, 1}, {2, 1, 0}, {4, 0, 2, target.is_cube}};
    for (size_t place = 0; place < std::size(rows); ++place) {
      // Each is compiled for known samplers: one for each target.
      if (is_known && place != static_cast<size_t>(&target - targets.data()) % std::size(rows)) {
        continue;
      }
      const SamplerCase &row = rows[place];
      INFO(target.name << ", wrap mode " << row.wrap << ", seamless " << row.is_seamless
                       << ", known " << is_known);
      const mux_gallium_sampler_layout_t sampler = sampler_of(row, 3);
      ShaderRun &run = is_known ? shared_run(text, &layout, &sampler) : shared_run(text);
      std::vector<ReferenceSample> samples = samples_of(target, 5);
      for (ReferenceSample &sample : samples) {
        sample.offset = has_offset ? std::array<int, 3>{1, -1, 0} : std::array<int, 3>{};
      }
      bind(run, texture, sampler);
      run.bind("buffer_1", operands_of(target, samples)).bind("buffer_0", Words(4 * item_count));
      run.run({1, 1, 1}, {item_count, 1, 1});
      for (size_t item = 0; item < samples.size(); ++item) {
        check_colors(run.words("buffer_0"), item,
                     gather_reference(texture, sampler, samples[item], target.compares ? 0 : 2));
      }
    }
  }
}

TEST_CASE("offsets, biases, projections and derivatives choose texels", "[tgsi]") {
  const TargetCase &target = targets[1];
  const ReferenceTexture texture = texture_of(target);
  const mux_gallium_sampler_layout_t sampler = sampler_of({4, 1, 1}, 0);
  struct Row {
    std::string instruction;
    /// What it changes.
    std::array<int, 3> offset;
    double scale;
    /// The level is that of the operand times this, plus that.
    double level_scale;
    double level;
  };
  const std::vector<Row> rows = {
      {"TXL TEMP[3], TEMP[1], SAMP[0], 2D, IMM[1].xyz", {1, -1, 0}, 1, 1, 0},
      {"TXB TEMP[3], TEMP[1], SAMP[0], 2D", {}, 1, 1, 0},
      {"TEX TEMP[3], TEMP[1], SAMP[0], 2D", {}, 1, 0, 0},
      // The projector is 2.
      {"TXP TEMP[3], TEMP[2], SAMP[0], 2D", {}, 0.5, 0, 0},
      // 0.375 * 7 texels in x.
      {"TXD TEMP[3], TEMP[1], IMM[2], IMM[2].yyyy, SAMP[0], 2D", {}, 1, 0, std::log2(2.625)},
  };
  const mux_gallium_view_layout_t layout = texture.layout();
  const bool is_known = GENERATE(false, true);
  for (const Row &row : rows) {
    INFO(row.instruction << ", known " << is_known);
    const std::string text = shader(row.instruction);
    ShaderRun &run = is_known ? shared_run(text, &layout, &sampler) : shared_run(text);
    std::vector<ReferenceSample> samples = samples_of(target, 3);
    Words operands = operands_of(target, samples);
    for (size_t item = 0; item < samples.size(); ++item) {
      ReferenceSample &sample = samples[item];
      // The second vector: the coordinates, 0, 2.
      operands[8 * item + 4] = operands[8 * item];
      operands[8 * item + 5] = operands[8 * item + 1];
      operands[8 * item + 7] = bits(2);
      sample.offset = row.offset;
      sample.level = sample.level * row.level_scale + row.level;
      for (double &coordinate : sample.coordinates) {
        coordinate *= row.scale;
      }
    }
    bind(run, texture, sampler);
    run.bind("buffer_1", operands).bind("buffer_0", Words(4 * item_count));
    run.run({1, 1, 1}, {item_count, 1, 1});
    for (size_t item = 0; item < samples.size(); ++item) {
      check_colors(run.words("buffer_0"), item, sample_reference(texture, sampler, samples[item]));
    }
  }
}

TEST_CASE("texels are fetched by integers, and are 0 out of range", "[tgsi]") {
  const ReferenceTexture texture(2, {4, 3, 1}, 2, 2, 7);
  struct Row {
    std::string target;
    std::array<uint32_t, 4> coordinates;
    /// Level, x, y, layer; nothing if it is out of range.
    std::optional<std::array<int, 4>> texel;
  };
  constexpr uint32_t minus_one = 0xffffffff;
  const std::vector<Row> rows = {
      {"2D", {3, 2, 9, 0}, {{0, 3, 2, 0}}},       {"2D", {1, 0, 9, 1}, {{1, 1, 0, 0}}},
      {"2D", {4, 2, 0, 0}, std::nullopt},         {"2D", {minus_one, 0, 0, 0}, std::nullopt},
      {"2D", {0, 3, 0, 0}, std::nullopt},         {"2D", {0, 0, 0, 2}, std::nullopt},
      {"2D", {0, 0, 0, minus_one}, std::nullopt}, {"2D_ARRAY", {2, 1, 1, 0}, {{0, 2, 1, 1}}},
      {"2D_ARRAY", {2, 1, 2, 0}, std::nullopt},   {"RECT", {2, 1, 9, 9}, {{0, 2, 1, 0}}},
      {"BUFFER", {3, 9, 9, 9}, {{0, 3, 0, 0}}},   {"BUFFER", {4, 0, 0, 0}, std::nullopt},
      {"1D", {1, 9, 9, 1}, {{1, 1, 0, 0}}},       {"1D_ARRAY", {2, 1, 9, 0}, {{0, 2, 0, 1}}},
      {"3D", {2, 1, 1, 0}, {{0, 2, 1, 1}}},       {"2D_MSAA", {2, 1, 9, 0}, {{0, 2, 1, 0}}},
      {"2D_MSAA", {2, 1, 9, 1}, std::nullopt},
  };
  const mux_gallium_view_layout_t layout = texture.layout();
  const bool is_known = GENERATE(false, true);
  for (const Row &row : rows) {
    INFO(row.target << " " << row.coordinates[0] << " " << row.coordinates[1] << " "
                    << row.coordinates[2] << " " << row.coordinates[3]);
    ShaderRun &run = shared_run(shader("TXF TEMP[3], TEMP[1], SAMP[0], " + row.target, 1),
                                is_known ? &layout : nullptr);
    bind(run, texture, {});
    run.bind("buffer_1", Words(row.coordinates.begin(), row.coordinates.end()));
    run.bind("buffer_0", Words(4, 7)).run({1, 1, 1}, {1, 1, 1});
    const Color color = row.texel ? texture.texel(uint32_t((*row.texel)[0]), (*row.texel)[1],
                                                  (*row.texel)[2], (*row.texel)[3])
                                  : Color{};
    check_colors(run.words("buffer_0"), 0, color);
  }
}

TEST_CASE("samples of a multisampled texture follow each other as slices", "[tgsi]") {
  const ReferenceTexture texture(2, {4, 3, 1}, 4, 1, 7);
  mux_gallium_view_layout_t layout = texture.layout();
  layout.samples = 2;
  layout.levels[0].depth = 2;
  ShaderRun &run = shared_run(shader("TXF TEMP[3], TEMP[1], SAMP[0], 2D_ARRAY_MSAA", 1),
                              GENERATE(false, true) ? &layout : nullptr);
  bind(run, texture, {});
  run.bind("view_0_layout", words_of(layout)).bind("buffer_1", {2, 1, 1, 1});
  run.bind("buffer_0", Words(4)).run({1, 1, 1}, {1, 1, 1});
  check_colors(run.words("buffer_0"), 0, texture.texel(0, 2, 1, 3));
}

TEST_CASE("sizes, levels and samples of textures are queried", "[tgsi]") {
  const ReferenceTexture texture(2, {8, 6, 1}, 12, 3, 7);
  mux_gallium_view_layout_t layout = texture.layout();
  layout.samples = 4;
  const std::vector<std::pair<std::string, Words>> rows = {
      {"1D", {4, 0, 0, 3}},        {"2D", {4, 3, 0, 3}},        {"3D", {4, 3, 12, 3}},
      {"CUBE", {4, 3, 0, 3}},      {"CUBEARRAY", {4, 3, 2, 3}}, {"1D_ARRAY", {4, 12, 0, 3}},
      {"2D_ARRAY", {4, 3, 12, 3}}, {"RECT", {8, 6, 0, 3}},      {"BUFFER", {8, 0, 0, 3}},
      {"2D_MSAA", {8, 6, 0, 3}},   {"SHADOW2D", {4, 3, 0, 3}},  {"SHADOWCUBE", {4, 3, 0, 3}},
  };
  for (const auto &[target, expected] : rows) {
    INFO(target);
    ShaderRun run(shader("TXQ TEMP[3], IMM[0].wwww, SAMP[0], " + target, 1));
    bind(run, texture, {});
    run.bind("buffer_1", Words(8)).bind("buffer_0", Words(4)).run({1, 1, 1}, {1, 1, 1});
    CHECK(run.words("buffer_0") == expected);
  }
  ShaderRun run(shader("TXQS TEMP[3], SAMP[0], 2D_MSAA", 1));
  bind(run, texture, {});
  run.bind("view_0_layout", words_of(layout)).bind("buffer_1", Words(8));
  run.bind("buffer_0", Words(4)).run({1, 1, 1}, {1, 1, 1});
  CHECK(run.words("buffer_0")[0] == 4);
}

TEST_CASE("the level that would be sampled, and the one before limits, are queried", "[tgsi]") {
  struct Row {
    uint32_t mip_filter;
    float bias;
    float max_lod;
    float sampled;
    float computed;
  };
  // There are no derivatives, so that the level is the sampler's bias, which is at most 16.
  const Row rows[] = {
      {mux_gallium_mip_filter_linear, 1.25F, 2.75F, 1.25F, 1.25F},
      {mux_gallium_mip_filter_linear, 1.25F, 0.5F, 0.5F, 1.25F},
      {mux_gallium_mip_filter_nearest, 1.25F, 2.75F, 1, 1.25F},
      {mux_gallium_mip_filter_nearest, 1.5F, 2.75F, 1, 1.5F},
      {mux_gallium_mip_filter_nearest, 1.75F, 2.75F, 2, 1.75F},
      {mux_gallium_mip_filter_none, 1.25F, 2.75F, 0, 1.25F},
      {mux_gallium_mip_filter_linear, 20, 100, 2, 16},
      {mux_gallium_mip_filter_linear, -20, 100, 0, -16},
  };
  const ReferenceTexture texture(2, {8, 6, 1}, 1, 3, 7);
  ShaderRun &run = shared_run(shader("LODQ TEMP[3], TEMP[1], SAMP[0], 2D", 1));
  for (const Row &row : rows) {
    INFO("mip filter " << row.mip_filter << ", bias " << row.bias << ", limit " << row.max_lod);
    mux_gallium_sampler_layout_t sampler = {};
    sampler.min_mip_filter = row.mip_filter;
    sampler.lod_bias = row.bias;
    sampler.min_lod = -100;
    sampler.max_lod = row.max_lod;
    bind(run, texture, sampler);
    run.bind("buffer_1", Words(8)).bind("buffer_0", Words(4, 7)).run({1, 1, 1}, {1, 1, 1});
    CHECK(run.words("buffer_0") == Words{bits(row.sampled), bits(row.computed), 0, 0});
  }
}

TEST_CASE("coordinates that are huge or no numbers are harmless", "[tgsi]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const float strange[] = {nan, infinity, -infinity, 1e30F, -1e30F, 3e9F, -3e9F, 0};
  const bool is_known = GENERATE(false, true);
  for (const TargetCase &target : targets) {
    if (!is_known && !target.is_tested_in_general) {
      continue;
    }
    const ReferenceTexture texture = texture_of(target);
    Words operands(8 * item_count);
    std::mt19937 random(2);
    for (uint32_t &word : operands) {
      word = bits(strange[random() % 8]);
    }
    uint32_t seed = 0;
    for (const SamplerCase &row : sampler_cases(target, is_known)) {
      const mux_gallium_sampler_layout_t sampler = sampler_of(row, seed++ % 8);
      ShaderRun &run = run_of(target, texture, sampler, is_known);
      bind(run, texture, sampler);
      run.bind("buffer_1", operands).bind("buffer_0", Words(4 * item_count, bits(-1)));
      run.run({1, 1, 1}, {item_count, 1, 1});
      for (const uint32_t word : run.words("buffer_0")) {
        INFO(target.name << ", wrap mode " << row.wrap << ", filter " << row.filter << ", known "
                         << is_known);
        // A mean of texels from 0 to 1.
        const float value = std::bit_cast<float>(word);
        REQUIRE(value > -0.001F);
        REQUIRE(value < 1.001F);
      }
    }
  }
}

TEST_CASE("views without levels, and textures that are not declared, give 0", "[tgsi]") {
  ShaderRun run(shader("TXL TEMP[3], TEMP[1], SAMP[0], 2D", 1));
  run.bind("view_0", Words(4)).bind("view_0_layout", words_of(mux_gallium_view_layout_t()));
  run.bind("sampler_0", words_of(mux_gallium_sampler_layout_t())).bind("buffer_1", Words(8));
  run.bind("buffer_0", Words(4, 7)).run({1, 1, 1}, {1, 1, 1});
  CHECK(run.words("buffer_0") == Words(4));
}

TEST_CASE("textures are selected by address registers", "[tgsi]") {
  const std::string text =
      "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
      "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SAMP[0..1]\nDCL SVIEW[0..1], 2D, FLOAT\n"
      "DCL BUFFER[0]\nDCL TEMP[0..1], LOCAL\nDCL ADDR[0]\nIMM[0] UINT32 {0, 0, 0, 0}\n" +
      numbered({"LOAD TEMP[0].x, BUFFER[0], IMM[0].xxxx", "UARL ADDR[0].x, TEMP[0].xxxx",
                "TXL TEMP[1], IMM[0], SAMP[ADDR[0].x], 2D", "STORE BUFFER[0], IMM[0].xxxx, TEMP[1]",
                "END"});
  const ReferenceTexture textures[] = {{2, {1, 1, 1}, 1, 1, 1}, {2, {1, 1, 1}, 1, 1, 2}};
  for (const uint32_t number : {0U, 1U, 2U, 0xffffffffU}) {
    INFO("texture " << number);
    ShaderRun &run = shared_run(text);
    for (size_t i = 0; i < 2; ++i) {
      const std::string index = std::to_string(i);
      run.bind("view_" + index, textures[i].words());
      run.bind("view_" + index + "_layout", words_of(textures[i].layout()));
      run.bind("sampler_" + index, words_of(mux_gallium_sampler_layout_t()));
    }
    run.bind("buffer_0", {number, 0, 0, 0}).run({1, 1, 1}, {1, 1, 1});
    check_colors(run.words("buffer_0"), 0,
                 number < 2 ? textures[number].texel(0, 0, 0, 0) : Color{});
  }
}

}  // namespace mux::test::textures
