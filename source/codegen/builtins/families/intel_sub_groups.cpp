// Functions of cl_intel_subgroups and related extensions without equivalent in cl_khr_subgroup_*:
// shuffles of two values, and block accesses. The resolver maps the others to the equivalent
// functions by their names.
//
// A block access reads or writes one element for each work-item of a sub-group, consecutive in
// memory, then the next element of each. Here each work-item has the address of its own element;
// the vectorizer finds that the addresses are contiguous across the lanes.

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "codegen/builtins/families/image_members.h"
#include "codegen/builtins/families/sub_group_calls.h"
#include "codegen/builtins/library_call.h"
#include "codegen/builtins/name_affixes.h"
#include "compiler/abi/kernel_abi.h"

namespace mux::compiler::builtins {
namespace {

using llvm::Value;

// Shuffles of two values.

bool takes_two_values(Expansion &expansion) {
  return expansion.size() == 3 && is_value(expansion.type(0)) && has_sub_group_markers(expansion) &&
         expansion.argument(0)->getType() == expansion.result_type() &&
         expansion.argument(1)->getType() == expansion.result_type() &&
         expansion.argument(2)->getType()->isIntegerTy(32);
}

/// Returns `value` of the work-item `index` if that is less than the maximum sub-group size, else
/// `other` of work-item `other_index`.
bool finish_either(Expansion &expansion, Value *value, Value *index, Value *other,
                   Value *other_index) {
  Value *first = shuffle(expansion, value, index);
  Value *second = shuffle(expansion, other, other_index);
  if (first == nullptr || second == nullptr) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *is_there = builder.CreateICmpULT(index, max_size(expansion));
  return expansion.finish(builder.CreateSelect(is_there, first, second));
}

/// intel_sub_group_shuffle_down: indexes the concatenation of the current and the next values.
bool expand_shuffle_from_next(Expansion &expansion) {
  if (!takes_two_values(expansion)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *index = builder.CreateAdd(lane(expansion), expansion.argument(2));
  return finish_either(expansion, expansion.argument(0), index, expansion.argument(1),
                       builder.CreateSub(index, max_size(expansion)));
}

/// intel_sub_group_shuffle_up: indexes the concatenation of the previous and the current values.
bool expand_shuffle_from_previous(Expansion &expansion) {
  if (!takes_two_values(expansion)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  Value *index = builder.CreateSub(lane(expansion), expansion.argument(2));
  return finish_either(expansion, expansion.argument(1), index, expansion.argument(0),
                       builder.CreateAdd(index, max_size(expansion)));
}

// Blocks.

struct Block {
  bool writes = false;
  Element element = Element::uint32;
  /// In the names of the library's functions.
  std::string_view suffix = "ui";
  /// Elements for each work-item.
  unsigned count = 1;
};

/// Parses read, write_us8 and so on.
std::optional<Block> parse_block(std::string_view name) {
  Block block;
  block.writes = take_prefix(name, "write");
  if (!block.writes && !take_prefix(name, "read")) {
    return std::nullopt;
  }
  struct Type {
    std::string_view suffix;
    Element element;
  };
  constexpr Type types[] = {{"uc", Element::uint8},
                            {"us", Element::uint16},
                            {"ui", Element::uint32},
                            {"ul", Element::uint64}};
  for (const Type &type : types) {
    if (take_prefix(name, "_" + std::string(type.suffix))) {
      block.element = type.element;
      block.suffix = type.suffix;
      break;
    }
  }
  for (const unsigned count : {2u, 4u, 8u, 16u}) {
    if (name == std::to_string(count)) {
      block.count = count;
      return block;
    }
  }
  return name.empty() ? std::optional(block) : std::nullopt;
}

llvm::Type *element_type(Expansion &expansion, const Block &block) {
  return llvm_type(expansion.function().getContext(), scalar(block.element));
}

/// Whether the built-in returns the data that a work-item reads, or takes the data that it writes
/// as its last argument, after `others` other arguments.
bool has_data(Expansion &expansion, const Block &block, size_t others) {
  llvm::Type *type = element_type(expansion, block);
  if (block.count > 1) {
    type = llvm::FixedVectorType::get(type, block.count);
  }
  if (expansion.size() != others + (block.writes ? 1 : 0) || !has_sub_group_markers(expansion)) {
    return false;
  }
  return block.writes ? expansion.argument(others)->getType() == type
                      : expansion.result_type() == type;
}

/// @param read returns the element of the given index, or NULL on failure.
bool finish_block(Expansion &expansion, const Block &block,
                  llvm::function_ref<Value *(unsigned)> read) {
  Value *result = llvm::PoisonValue::get(expansion.result_type());
  for (unsigned i = 0; i < block.count; ++i) {
    Value *element = read(i);
    if (element == nullptr) {
      return false;
    }
    result = block.count == 1
                 ? element
                 : expansion.builder().CreateInsertElement(result, element, uint64_t{i});
  }
  return expansion.finish(result);
}

/// The element of index `index` of the data that the work-item writes.
Value *data_element(Expansion &expansion, const Block &block, unsigned index) {
  Value *data = expansion.argument(expansion.size() - 1);
  return block.count == 1 ? data : expansion.builder().CreateExtractElement(data, uint64_t{index});
}

bool expand_buffer_block(Expansion &expansion, const Block &block) {
  const ParameterType &pointer = expansion.type(0);
  if (!pointer.is_pointer || pointer.lanes != 1 || pointer.element != block.element ||
      pointer.address_space != address_space::global || !has_data(expansion, block, 1)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::Type *type = element_type(expansion, block);
  // The extension requires an alignment of 4 bytes at most.
  const llvm::Align alignment(std::min(bit_width(block.element) / 8, 4u));
  const auto address = [&](unsigned index) {
    Value *first = builder.CreateMul(wide(expansion, max_size(expansion)), builder.getInt64(index));
    return builder.CreateGEP(type, expansion.argument(0),
                             builder.CreateAdd(first, wide(expansion, lane(expansion))));
  };
  if (!block.writes) {
    return finish_block(expansion, block, [&](unsigned index) {
      return builder.CreateAlignedLoad(type, address(index), alignment);
    });
  }
  for (unsigned i = 0; i < block.count; ++i) {
    builder.CreateAlignedStore(data_element(expansion, block, i), address(i), alignment);
  }
  return expansion.finish_void();
}

/// Starts a call that reads or writes one element of an image's row.
LibraryCall call_for_element(Expansion &expansion, const Block &block, unsigned row) {
  llvm::IRBuilder<> &builder = expansion.builder();
  LibraryCall call(expansion, (block.writes ? "mux_block_write_" : "mux_block_read_") +
                                  std::string(block.suffix));
  const ParameterType number = scalar(Element::uint32);
  call.add(pointer_to_pixels(block.writes), load_pixels(expansion));
  call.add(number, builder.CreateMul(load_integer(expansion, offsetof(ImageView, width)),
                                     load_integer(expansion, offsetof(ImageView, pixel_size))));
  call.add(number, load_integer(expansion, offsetof(ImageView, height)));
  call.add(scalar(Element::uint64), load_long(expansion, offsetof(ImageView, row_pitch)));
  for (const uint64_t coordinate : {0, 1}) {
    call.add(scalar(Element::int32),
             builder.CreateExtractElement(expansion.argument(1), coordinate));
  }
  call.add(number, builder.getInt32(row));
  call.add(number, lane(expansion));
  if (!block.writes) {
    call.add(number, max_size(expansion));
  }
  return call;
}

bool expand_image_block(Expansion &expansion, const Block &block) {
  const std::string_view image = expansion.type(0).name;
  const bool is_read_write = image == "ocl_image2d_rw";
  if (!is_read_write && image != (block.writes ? "ocl_image2d_wo" : "ocl_image2d_ro")) {
    return false;
  }
  if (expansion.size() < 2 || expansion.type(0).is_pointer ||
      !expansion.argument(0)->getType()->isPointerTy() ||
      expansion.argument(0)->getType()->getPointerAddressSpace() != 0 ||
      expansion.type(1).is_pointer || expansion.type(1).element != Element::int32 ||
      expansion.type(1).lanes != 2 || !has_data(expansion, block, 2)) {
    return false;
  }
  llvm::IRBuilder<> &builder = expansion.builder();
  // The functions of compiler/images access pixels as inaccessible memory, block accesses as
  // ordinary memory. The fence keeps a work-item's accesses to the same image in order.
  const auto keep_order = [&] {
    if (block.writes || is_read_write) {
      builder.CreateFence(llvm::AtomicOrdering::AcquireRelease, llvm::SyncScope::SingleThread);
    }
  };
  keep_order();
  if (!block.writes) {
    return finish_block(expansion, block, [&](unsigned row) {
      Value *element =
          call_for_element(expansion, block, row).build(element_type(expansion, block));
      if (row + 1 == block.count) {
        keep_order();
      }
      return element;
    });
  }
  for (unsigned row = 0; row < block.count; ++row) {
    LibraryCall call = call_for_element(expansion, block, row);
    call.add(scalar(block.element), data_element(expansion, block, row));
    if (call.build(builder.getVoidTy()) == nullptr) {
      return false;
    }
  }
  keep_order();
  return expansion.finish_void();
}

}  // namespace

bool expand_intel_sub_group(Expansion &expansion) {
  std::string_view name = expansion.name();
  if (!take_prefix(name, "intel_sub_group_")) {
    return false;
  }
  if (name == "shuffle_down") {
    return expand_shuffle_from_next(expansion);
  }
  if (name == "shuffle_up") {
    return expand_shuffle_from_previous(expansion);
  }
  if (!take_prefix(name, "block_") || expansion.size() == 0) {
    return false;
  }
  const std::optional<Block> block = parse_block(name);
  if (!block) {
    return false;
  }
  return expansion.type(0).element == Element::named ? expand_image_block(expansion, *block)
                                                     : expand_buffer_block(expansion, *block);
}

}  // namespace mux::compiler::builtins
