// Functions of cl_intel_subgroups and its extensions for bytes, shorts and longs, in sub-groups of
// all sizes, the last of which in each group is partial.

#include <mux/extensions.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "images.h"

namespace mux::test::intel_sub_groups {

namespace {

constexpr size_t items = 150;
const Range range = Range::linear(items, 75);

struct Type {
  const char *name;
  size_t size;
};

/// The index of a work-item in the buffers, and of others of its sub-group.
struct Place {
  size_t item;
  size_t sub_group_size;

  size_t group() const { return item / range.local[0]; }
  size_t lane() const { return item % range.local[0] % sub_group_size; }
  size_t first() const { return item - lane(); }
  /// Work-items of its sub-group.
  size_t present() const {
    return std::min(sub_group_size, (group() + 1) * range.local[0] - first());
  }
  /// The index of its sub-group.
  size_t sub_group() const {
    const size_t of_group = (range.local[0] + sub_group_size - 1) / sub_group_size;
    return group() * of_group + item % range.local[0] / sub_group_size;
  }
};

class IntelSubGroupFixture : public ImageFixture {
 public:
  std::vector<size_t> sizes() const {
    const mux_device_info_s &info = *device->info;
    return {info.sub_group_sizes, info.sub_group_sizes + info.num_sub_group_sizes};
  }

  mux_kernel_t build_for(size_t size, const std::string &source,
                         const char *options = "-cl-std=CL3.0") {
    const std::string attribute =
        "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + ")))\n";
    return build("#define NUMBER (get_group_id(0) * get_num_sub_groups() + get_sub_group_id())\n" +
                     attribute + "kernel " + source,
                 "k", options);
  }

  std::vector<uint8_t> random_bytes(size_t count) {
    std::vector<uint8_t> bytes(count);
    std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<uint8_t>(random()); });
    return bytes;
  }

  uint32_t seed = random_seed();
  std::mt19937 random{seed};
};

constexpr size_t widths[] = {1, 2, 3, 4, 8, 16};
constexpr size_t most_components = 16;
constexpr size_t shuffles = 5;

std::string shuffles_of(const std::string &type, size_t width, size_t slot) {
  const std::string vector = width == 1 ? type : type + std::to_string(width);
  const std::string store = width == 1 ? "*r = " : "vstore" + std::to_string(width) + "(";
  const std::string end = width == 1 ? ";" : ", 0, r);";
  const std::string load = width == 1 ? "*" : "vload" + std::to_string(width) + "(0, ";
  const std::string loaded = width == 1 ? "" : ")";
  std::string text = "{ " + vector + " x = " + load + "(in + i * 32)" + loaded + ", y = " + load +
                     "(in + i * 32 + 16)" + loaded + "; global " + type + " *r = out + (i * 30 + " +
                     std::to_string(slot) + ") * 16;\n";
  const char *calls[] = {"shuffle(x, d)", "shuffle_xor(x, 1)", "shuffle_down(x, y, d)",
                         "shuffle_up(y, x, d)", "shuffle_down(x, y, 1)"};
  for (const char *call : calls) {
    text += store + "intel_sub_group_" + call + end + " r += 16;\n";
  }
  return text + "}\n";
}

/// The source work-item of a shuffle, and whether its value is of y.
struct Source {
  size_t lane;
  bool is_other;
};

Source source_of(size_t shuffle, size_t lane, size_t size, size_t delta) {
  switch (shuffle) {
    case 0:
      return {delta, false};
    case 1:
      return {lane ^ 1, false};
    case 3:
      return {(lane + size - delta) % size, delta > lane};
    default: {
      const size_t index = lane + (shuffle == 2 ? delta : 1);
      return {index % size, index >= size};
    }
  }
}

}  // namespace

TEST_CASE_METHOD(IntelSubGroupFixture, "kernels: shuffles of cl_intel_subgroups",
                 "[kernels][intel_sub_groups]") {
  CAPTURE(seed);
  const auto [name, bytes, has_vectors] =
      GENERATE(table<const char *, size_t, bool>({{"char", 1, true},
                                                  {"uchar", 1, true},
                                                  {"short", 2, true},
                                                  {"ushort", 2, true},
                                                  {"int", 4, true},
                                                  {"uint", 4, true},
                                                  {"float", 4, true},
                                                  {"long", 8, false},
                                                  {"ulong", 8, false},
                                                  {"double", 8, false}}));
  const std::string type = name;
  std::string source = "void k(global const " + type + " *in, global const uint *deltas, global " +
                       type + " *out) {\n  size_t i = get_global_id(0); uint d = deltas[i];\n";
  const size_t value = most_components * bytes;
  const std::vector<uint8_t> in = random_bytes(items * 2 * value);
  const TestBuffer in_buffer = make_buffer(std::span<const uint8_t>(in));
  const size_t size = GENERATE(4, 16);
  // Code for large vectors of many work-items takes seconds to compile.
  const size_t width_count = !has_vectors ? 1 : size > 4 ? 3 : std::size(widths);
  for (size_t w = 0; w < width_count; ++w) {
    source += shuffles_of(type, widths[w], w * shuffles);
  }
  CAPTURE(type, size);
  std::vector<uint32_t> deltas(items);
  std::generate(deltas.begin(), deltas.end(),
                [&] { return static_cast<uint32_t>(random() % size); });
  const TestBuffer delta_buffer = make_buffer(std::span<const uint32_t>(deltas));
  const TestBuffer out = make_buffer(items * 30 * value);
  launch(build_for(size, source + "}"),
         Arguments().buffer(in_buffer).buffer(delta_buffer).buffer(out), range);
  size_t wrong = 0;
  for (size_t item = 0; item < items; ++item) {
    const Place place{item, size};
    for (size_t slot = 0; slot < width_count * shuffles; ++slot) {
      const Source from = source_of(slot % shuffles, place.lane(), size, deltas[item]);
      // Values of missing work-items are undefined.
      if (from.lane < place.present()) {
        const uint8_t *expected =
            &in[((place.first() + from.lane) * 2 + (from.is_other ? 1 : 0)) * value];
        wrong += std::memcmp(expected, &out.as<uint8_t>()[(item * 30 + slot) * value],
                             widths[slot / shuffles] * bytes) != 0;
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE_METHOD(IntelSubGroupFixture,
                 "kernels: broadcasts, reductions and scans of bytes and shorts",
                 "[kernels][intel_sub_groups]") {
  CAPTURE(seed);
  const auto [name, bytes, has_vectors] = GENERATE(table<const char *, size_t, bool>(
      {{"char", 1, false}, {"uchar", 1, false}, {"short", 2, true}, {"ushort", 2, true}}));
  const std::string type = name;
  std::string source = "void k(global const " + type + " *in, global int *out) {\n" + type +
                       " x = in[get_global_id(0)]; int wrong = 0;\n";
  const auto compare = [&source](const std::string &call) {
    source += "wrong += intel_sub_group_" + call + " != sub_group_" + call + ";\n";
  };
  compare("broadcast(x, 2)");
  for (const std::string kind : {"reduce_", "scan_exclusive_", "scan_inclusive_"}) {
    for (const std::string operation : {"add", "min", "max"}) {
      compare(kind + operation + "(x)");
    }
  }
  if (has_vectors) {
    for (const std::string width : {"2", "3", "4", "8"}) {
      const std::string vector = "(" + type + width + ")x, 1)";
      source += "wrong += any(intel_sub_group_broadcast(" + vector + " != sub_group_broadcast(" +
                vector + ");\n";
    }
  }
  const std::vector<uint8_t> in = random_bytes(items * bytes);
  const TestBuffer in_buffer = make_buffer(std::span<const uint8_t>(in));
  for (const size_t size : sizes()) {
    CAPTURE(type, size);
    const TestBuffer out = make_buffer(items * sizeof(int));
    std::fill(out.as<int>().begin(), out.as<int>().end(), -1);
    launch(build_for(size, source + "out[get_global_id(0)] = wrong; }"),
           Arguments().buffer(in_buffer).buffer(out), range);
    CHECK(std::all_of(out.as<int>().begin(), out.as<int>().end(), [](int w) { return w == 0; }));
  }
}

namespace {

/// The element type of blocks.
struct BlockType {
  /// In the function names.
  const char *suffix;
  const char *name;
  size_t bytes;
  /// Maximum elements of a work-item.
  size_t most;
};

constexpr BlockType block_types[] = {{"", "uint", 4, 8},
                                     {"_ui", "uint", 4, 8},
                                     {"_uc", "uchar", 1, 16},
                                     {"_us", "ushort", 2, 8},
                                     {"_ul", "ulong", 8, 8}};

}  // namespace

TEST_CASE_METHOD(IntelSubGroupFixture, "kernels: sub-groups read and write blocks of buffers",
                 "[kernels][intel_sub_groups]") {
  CAPTURE(seed);
  const BlockType block = GENERATE(from_range(std::begin(block_types), std::end(block_types)));
  const auto &[suffix, name, bytes, most] = block;
  const std::string type = name;
  // Blocks of 1, 2, 4 elements each and so on are consecutive.
  std::string source = "void k(global const " + type + " *in, global " + type +
                       " *out) {\n  size_t at = NUMBER * get_max_sub_group_size() * " +
                       std::to_string(2 * most - 1) + ";\n";
  for (size_t count = 1; count <= most; count *= 2) {
    const std::string number = count == 1 ? "" : std::to_string(count);
    source += "intel_sub_group_block_write" + std::string(suffix) + number +
              "(out + at, ~intel_sub_group_block_read" + suffix + number +
              "(in + at)); at += get_max_sub_group_size() * " + std::to_string(count) + ";\n";
  }
  for (const size_t size : sizes()) {
    CAPTURE(suffix, size);
    const size_t sub_groups = Place{items - 1, size}.sub_group() + 1;
    const size_t elements = sub_groups * size * (2 * most - 1);
    const std::vector<uint8_t> in = random_bytes(elements * bytes);
    const TestBuffer in_buffer = make_buffer(std::span<const uint8_t>(in));
    const TestBuffer out = make_buffer(in.size());
    std::fill(out.as<uint8_t>().begin(), out.as<uint8_t>().end(), uint8_t{0});
    // Elements of missing work-items are not written.
    std::vector<uint8_t> expected(in.size());
    for (size_t item = 0; item < items; ++item) {
      const Place place{item, size};
      for (size_t row = 0; row < 2 * most - 1; ++row) {
        const size_t at = (place.sub_group() * (2 * most - 1) + row) * size + place.lane();
        std::transform(&in[at * bytes], &in[at * bytes] + bytes, &expected[at * bytes],
                       [](uint8_t byte) { return static_cast<uint8_t>(~byte); });
      }
    }
    launch(build_for(size, source + "}"), Arguments().buffer(in_buffer).buffer(out), range);
    CHECK(std::equal(expected.begin(), expected.end(), out.as<uint8_t>().begin()));
  }
}

namespace {

/// An element of a block in an image, in bytes, clamped to the edge.
uint64_t element_at(const TestImage &image, int64_t x, int64_t y, size_t bytes) {
  const auto row_bytes = static_cast<int64_t>(image.image->size.x * image.image->pixel_size);
  x = std::clamp<int64_t>(x, 0, row_bytes - static_cast<int64_t>(bytes));
  y = std::clamp<int64_t>(y, 0, static_cast<int64_t>(image.image->size.y) - 1);
  uint64_t element = 0;
  std::memcpy(&element,
              &image.bytes[image.offset_of(0, static_cast<size_t>(y), 0) + static_cast<size_t>(x)],
              bytes);
  return element;
}

}  // namespace

TEST_CASE_METHOD(IntelSubGroupFixture, "kernels: sub-groups read and write blocks of images",
                 "[kernels][intel_sub_groups]") {
  CAPTURE(seed);
  const BlockType block = GENERATE(from_range(std::begin(block_types), std::end(block_types)));
  const auto &[suffix, name, bytes, most] = block;
  const auto [readable, writable] = GENERATE(table<const char *, const char *>(
      {{"read_only", "write_only"}, {"read_write", "read_write"}}));
  const std::string type = name;
  std::string source = "void k(" + std::string(readable) + " image2d_t in, " + writable +
                       " image2d_t out, int2 from, int2 to, global " + type +
                       " *read) {\n  size_t i = get_global_id(0) * " +
                       std::to_string(2 * most - 1) + "; from.x += (int)NUMBER * 4;\n";
  for (size_t count = 1; count <= most; count *= 2) {
    const std::string number = count == 1 ? "" : std::to_string(count);
    const std::string vector = type + number;
    source += "{ " + vector + " x = intel_sub_group_block_read" + suffix + number +
              "(in, from); from.y += " + std::to_string(count) + "; " +
              (count == 1 ? "read[i] = x" : "vstore" + number + "(x, 0, read + i)") +
              "; i += " + std::to_string(count) +
              "; if (NUMBER == 0) { intel_sub_group_block_write" + suffix + number +
              "(out, to, x); to.y += " + std::to_string(count) + "; } }\n";
  }
  const TestImage in = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 70, 20});
  std::generate(in.bytes.begin(), in.bytes.end(), [&] { return static_cast<uint8_t>(random()); });
  // Each kernel takes half a second to compile.
  const std::vector<size_t> some_sizes =
      type == "ushort" ? std::vector<size_t>{16} : std::vector<size_t>{4};
  for (const size_t size : some_sizes) {
    mux_kernel_t kernel = build_for(size, source + "}");
    struct Corner {
      int32_t x, y;
    };
    for (const Corner from : {Corner{4, 1}, Corner{-8, -3}, Corner{200, 15},
                              Corner{INT32_MAX - 1000, INT32_MAX - 16}}) {
      for (const Corner to :
           {Corner{8, 0}, Corner{-4, -2}, Corner{248, 18}, Corner{INT32_MIN, INT32_MIN}}) {
        CAPTURE(suffix, size, from.x, from.y, to.x, to.y);
        const TestImage out =
            make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 70, 20});
        const size_t rows = 2 * most - 1;
        const TestBuffer read = make_buffer(items * rows * bytes);
        ImageArguments arguments;
        arguments.image(in).image(out).value(from).value(to).buffer(read);
        launch(kernel, arguments, range);
        size_t wrong = 0;
        std::vector<uint8_t> written(out.bytes.size());
        for (size_t item = 0; item < items; ++item) {
          const Place place{item, size};
          for (size_t row = 0; row < rows; ++row) {
            const int64_t along = static_cast<int64_t>(place.lane() * bytes);
            const int64_t x = from.x + static_cast<int64_t>(place.sub_group() * 4);
            uint64_t element =
                element_at(in, x + along, int64_t{from.y} + static_cast<int64_t>(row), bytes);
            wrong +=
                std::memcmp(&element, &read.as<uint8_t>()[(item * rows + row) * bytes], bytes) != 0;
            const int64_t to_x = to.x + along;
            const int64_t to_y = int64_t{to.y} + static_cast<int64_t>(row);
            if (place.sub_group() == 0 && to_x >= 0 && to_y >= 0 && to_y < 20 &&
                to_x + static_cast<int64_t>(bytes) <= 70 * 4) {
              std::memcpy(&written[out.offset_of(0, static_cast<size_t>(to_y), 0) +
                                   static_cast<size_t>(to_x)],
                          &element, bytes);
            }
          }
        }
        CHECK(wrong == 0);
        CHECK(std::equal(written.begin(), written.end(), out.bytes.begin()));
      }
    }
  }
}

TEST_CASE_METHOD(IntelSubGroupFixture, "kernels: sub-groups in OpenCL C 1.2",
                 "[kernels][intel_sub_groups]") {
  for (const size_t size : sizes()) {
    CAPTURE(size);
    mux_kernel_t kernel = build_for(size,
                                    "void k(global int *out) {\n"
                                    "  int sum = sub_group_reduce_add(1);\n"
                                    "  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);\n"
                                    "  out[get_global_id(0)] = get_max_sub_group_size() == "
                                    "intel_sub_group_shuffle(get_max_sub_group_size(), 0) && "
                                    "sum == get_sub_group_size() && sub_group_all(1) &&\n"
                                    "    sub_group_broadcast(7.0f, 0) == 7.0f ? sum : 0; }",
                                    "-cl-std=CL1.2");
    const TestBuffer out = make_buffer(items * sizeof(int));
    launch(kernel, Arguments().buffer(out), range);
    size_t wrong = 0;
    for (size_t item = 0; item < items; ++item) {
      wrong += out.as<int>()[item] != static_cast<int>(Place{item, size}.present());
    }
    CHECK(wrong == 0);
  }
}

}  // namespace mux::test::intel_sub_groups
