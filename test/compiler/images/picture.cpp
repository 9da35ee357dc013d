#include "picture.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sstream>
#include <string_view>

namespace mux::compiler::test {
namespace {

uint64_t round_up(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

uint32_t random_seed() {
  if (const char *fixed = std::getenv("MUX_TEST_SEED")) {
    return static_cast<uint32_t>(std::strtoul(fixed, nullptr, 0));
  }
  return std::random_device{}();
}

const std::vector<Shape> shapes = {
    {"image1d", 1, false}, {"image1d_buffer", 1, false}, {"image1d_array", 1, true},
    {"image2d", 2, false}, {"image2d_array", 2, true},   {"image3d", 3, false},
};

const Shape &shape_of(const std::string &name) {
  return *std::find_if(shapes.begin(), shapes.end(),
                       [&](const Shape &shape) { return shape.name == name; });
}

bool is_specialized_for(const Shape &shape, const FormatBytes &format) {
  static const char *const images = std::getenv("MUX_TEST_IMAGES");
  if (shape.dimensions < 2 || shape.layered) {
    return false;
  }
  const bool is_all = images != nullptr && std::string_view(images) == "all";
  const bool has_odd_format = (format.format.order + format.format.type) % 2 != 0;
  return is_all || has_odd_format == (shape.dimensions == 3);
}

ChannelKind kind_of(uint32_t channel_type) {
  if (channel_type >= 0x10D7 && channel_type <= 0x10D9) {
    return ChannelKind::signed_integer;
  }
  if (channel_type >= 0x10DA && channel_type <= 0x10DC) {
    return ChannelKind::unsigned_integer;
  }
  return ChannelKind::real;
}

GuardedMemory::GuardedMemory(size_t size, bool at_end) : size_(size) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t inside = round_up(size, page);
  mapped_ = inside + 2 * page;
  void *mapping = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) {
    throw std::bad_alloc();
  }
  mapping_ = static_cast<std::byte *>(mapping);
  if (mprotect(mapping_ + page, inside, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping_, mapped_);
    throw std::bad_alloc();
  }
  data_ = mapping_ + page + (at_end ? inside - size : 0);
}

GuardedMemory::~GuardedMemory() {
  munmap(mapping_, mapped_);
}

Picture::Layout Picture::lay_out(const FormatBytes &format, const Extent &extent,
                                 std::mt19937 &random) {
  Layout layout = {};
  layout.row_pitch = uint64_t{extent.width + below(3, random)} * format.bytes;
  layout.slice_pitch = layout.row_pitch * (extent.height + below(2, random));
  const uint64_t slices = std::max<uint64_t>(extent.depth, std::max(extent.layers, 1U));
  // No padding after the last pixel.
  layout.size = (slices - 1) * layout.slice_pitch + (extent.height - 1) * layout.row_pitch +
                uint64_t{extent.width} * format.bytes;
  return layout;
}

Picture::Picture(const Shape &shape, const FormatBytes &format, const Extent &extent,
                 std::mt19937 &random)
    : Picture(shape, format, extent, lay_out(format, extent, random), below(2, random) == 0) {
  fill_with_bits(random);
}

Picture::Picture(const Shape &shape, const FormatBytes &format, const Extent &extent,
                 const Layout &layout, bool at_end)
    : shape_(shape), memory_(layout.size, at_end) {
  view_ = {.pixels = memory_.data(),
           .width = extent.width,
           .height = extent.height,
           .depth = extent.depth,
           .array_layers = extent.layers,
           .row_pitch = layout.row_pitch,
           .slice_pitch = layout.slice_pitch,
           .channel_order = format.format.order,
           .channel_type = format.format.type,
           .pixel_size = format.bytes,
           .type = shape.dimensions - 1};
}

uint64_t Picture::pixel_count() const {
  return uint64_t{view_.width} * view_.height * view_.depth * std::max(view_.array_layers, 1U);
}

size_t Picture::offset(int64_t x, int64_t y, int64_t z) const {
  return static_cast<uint64_t>(z) * view_.slice_pitch + static_cast<uint64_t>(y) * view_.row_pitch +
         static_cast<uint64_t>(x) * view_.pixel_size;
}

void Picture::fill_with_bits(std::mt19937 &random) const {
  std::generate(data(), data() + size(), [&] { return static_cast<std::byte>(random()); });
}

void Picture::fill_with_colors(std::mt19937 &random) const {
  fill_with_bits(random);
  std::uniform_real_distribution<float> numbers(-1.0F, 1.0F);
  if (view_.channel_type == 0x10DE) {
    for (size_t i = 0; i + sizeof(float) <= size(); i += sizeof(float)) {
      const float number = numbers(random);
      std::memcpy(data() + i, &number, sizeof(number));
    }
  } else if (view_.channel_type == 0x10DD) {
    for (size_t i = 0; i + sizeof(uint16_t) <= size(); i += sizeof(uint16_t)) {
      // Any sign and significand, exponents up to that of numbers below 1.
      const auto bits = static_cast<uint16_t>((random() & 0x83FF) | below(15, random) << 10);
      std::memcpy(data() + i, &bits, sizeof(bits));
    }
  }
}

std::string Picture::description() const {
  std::ostringstream text;
  text << shape_.name << " " << view_.width << "x" << view_.height << "x" << view_.depth << ", "
       << view_.array_layers << " layers, order 0x" << std::hex << view_.channel_order
       << ", type 0x" << view_.channel_type;
  return text.str();
}

Extent random_extent(const Shape &shape, std::mt19937 &random, uint32_t most) {
  Extent extent;
  extent.width = 1 + below(most, random);
  if (shape.dimensions >= 2) {
    extent.height = 1 + below(most, random);
  }
  if (shape.dimensions == 3) {
    extent.depth = 1 + below(most, random);
  }
  if (shape.layered) {
    extent.layers = 1 + below(most, random);
  }
  return extent;
}

}  // namespace mux::compiler::test
