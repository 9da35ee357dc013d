#include "codegen/vectorize/widen/element_shuffles.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <utility>

namespace mux::compiler {

namespace {

/// Number of bits of the blocks that processors shuffle within, or shuffle as a whole.
constexpr unsigned block_bits = 128;

unsigned lanes_of(const llvm::Value &vector) {
  return llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
}

/// Interleaves the lower or the upper halves of the vectors' blocks.
llvm::Value *interleave_halves(llvm::IRBuilder<> &builder, llvm::Value *first, llvm::Value *second,
                               unsigned block, bool upper) {
  const unsigned lanes = lanes_of(*first);
  llvm::SmallVector<int, 16> indices;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned within = lane % block;
    const unsigned from = lane - within + within / 2 + (upper ? block / 2 : 0);
    indices.push_back(static_cast<int>(within % 2 == 0 ? from : lanes + from));
  }
  return builder.CreateShuffleVector(first, second, indices);
}

/// Returns every second block of the first vector, followed by those of the second one.
llvm::Value *every_second_block(llvm::IRBuilder<> &builder, llvm::Value *first, llvm::Value *second,
                                unsigned block, bool odd) {
  const unsigned lanes = lanes_of(*first);
  llvm::SmallVector<int, 16> indices;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    indices.push_back(static_cast<int>((lane / block * 2 + (odd ? 1 : 0)) * block + lane % block));
  }
  return builder.CreateShuffleVector(first, second, indices);
}

}  // namespace

bool is_used(const ShuffleSource &source) {
  return llvm::any_of(source.elements, [](int element) { return element >= 0; });
}

llvm::Value *gather_elements(llvm::IRBuilder<> &builder,
                             llvm::SmallVector<ShuffleSource, 8> sources) {
  llvm::erase_if(sources, [&](const ShuffleSource &source) { return !is_used(source); });
  while (sources.size() > 1) {
    llvm::SmallVector<ShuffleSource, 8> merged;
    for (size_t i = 0; i + 1 < sources.size(); i += 2) {
      const ShuffleSource &low = sources[i];
      const ShuffleSource &high = sources[i + 1];
      const int lanes = static_cast<int>(low.elements.size());
      llvm::SmallVector<int, 16> indices;
      ShuffleSource both;
      for (int lane = 0; lane < lanes; ++lane) {
        const int from_low = low.elements[lane];
        const int from_high = high.elements[lane];
        indices.push_back(from_low >= 0 ? from_low : from_high >= 0 ? lanes + from_high : -1);
        both.elements.push_back(indices.back() >= 0 ? lane : -1);
      }
      both.vector = builder.CreateShuffleVector(low.vector, high.vector, indices);
      merged.push_back(std::move(both));
    }
    if (sources.size() % 2 == 1) {
      merged.push_back(sources.back());
    }
    sources = std::move(merged);
  }
  const ShuffleSource &last = sources.front();
  return builder.CreateShuffleVector(last.vector, last.elements);
}

llvm::Value *deinterleave(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> vectors,
                          unsigned first) {
  llvm::SmallVector<llvm::Value *, 8> left(vectors);
  for (; left.size() > 1; first /= 2) {
    llvm::SmallVector<int, 16> shuffle_mask;
    for (unsigned i = 0; i < lanes_of(*left[0]); ++i) {
      shuffle_mask.push_back(static_cast<int>(2 * i + first % 2));
    }
    const size_t pairs = left.size() / 2;
    for (size_t i = 0; i < pairs; ++i) {
      left[i] = builder.CreateShuffleVector(left[2 * i], left[2 * i + 1], shuffle_mask);
    }
    left.resize(pairs);
  }
  return left.pop_back_val();
}

llvm::Value *interleaved_slice(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> vectors,
                               unsigned index) {
  llvm::SmallVector<llvm::Value *, 8> left(vectors);
  const unsigned lanes = lanes_of(*left[0]);
  while (left.size() > 1) {
    const size_t pairs = left.size() / 2;
    const unsigned half = index / pairs % 2 * (lanes / 2);
    llvm::SmallVector<int, 16> shuffle_mask;
    for (unsigned i = 0; i < lanes; ++i) {
      shuffle_mask.push_back(static_cast<int>(half + i / 2 + i % 2 * lanes));
    }
    for (size_t i = 0; i < pairs; ++i) {
      left[i] = builder.CreateShuffleVector(left[i], left[i + pairs], shuffle_mask);
    }
    left.resize(pairs);
  }
  return left.pop_back_val();
}

llvm::SmallVector<llvm::Value *> transpose_blocks(llvm::IRBuilder<> &builder,
                                                  llvm::ArrayRef<llvm::Value *> vectors) {
  const auto count = static_cast<unsigned>(vectors.size());
  llvm::SmallVector<llvm::Value *> result(vectors);
  for (unsigned done = 1; done < count; done *= 2) {
    const llvm::SmallVector<llvm::Value *> before = result;
    for (unsigned i = 0; i < count; ++i) {
      result[i] =
          interleave_halves(builder, before[i / 2], before[i / 2 + count / 2], count, i % 2 == 1);
    }
  }
  return result;
}

llvm::SmallVector<llvm::Value *> transpose(llvm::IRBuilder<> &builder,
                                           llvm::ArrayRef<llvm::Value *> rows) {
  const auto count = static_cast<unsigned>(rows.size());
  const unsigned block = std::min(count, block_bits / rows[0]->getType()->getScalarSizeInBits());
  // Column i of each block of rows.
  llvm::SmallVector<llvm::SmallVector<llvm::Value *>> columns;
  for (unsigned first = 0; first < count; first += block) {
    columns.push_back(transpose_blocks(builder, rows.slice(first, block)));
  }
  const unsigned blocks = count / block;
  llvm::SmallVector<llvm::Value *> result(count);
  for (unsigned column = 0; column < block; ++column) {
    llvm::SmallVector<llvm::Value *> pieces;
    for (unsigned i = 0; i < blocks; ++i) {
      pieces.push_back(columns[i][column]);
    }
    for (unsigned done = 1; done < blocks; done *= 2) {
      const llvm::SmallVector<llvm::Value *> before = pieces;
      for (unsigned i = 0; i < blocks; ++i) {
        const unsigned pair = i % (blocks / 2) * 2;
        pieces[i] =
            every_second_block(builder, before[pair], before[pair + 1], block, i >= blocks / 2);
      }
    }
    for (unsigned i = 0; i < blocks; ++i) {
      result[i * block + column] = pieces[i];
    }
  }
  return result;
}

}  // namespace mux::compiler
