#include "codegen/generate/bitcode_checks.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/LLVMBitCodes.h>
#include <llvm/Bitstream/BitstreamReader.h>

#include <algorithm>
#include <optional>

namespace mux::compiler {

namespace {

/// Limit of nested blocks: LLVM's own files have five levels.
constexpr unsigned deepest_block = 16;

/// LLVM's recursion is as deep as types are nested; the stack has room for a few times as many.
constexpr uint64_t most_types = 1'000'000;

/// The last parameter index that attributes may refer to, and the index that denotes the function
/// itself. LLVM allocates a list as long as the index.
constexpr uint64_t last_parameter = 4096;
constexpr uint64_t function_itself = 0xffffffff;

class Walk {
 public:
  Walk(llvm::StringRef bitcode, std::string &error)
      : cursor_(bitcode), bytes_(bitcode.size()), error_(error) {}

  bool run() {
    // Skips the magic number, which was checked to select this reader.
    if (llvm::Expected<llvm::SimpleBitstreamCursor::word_t> magic = cursor_.Read(32); !magic) {
      return fail(magic.takeError());
    }
    // A rest too short for a block is padding, as in LLVM.
    while (cursor_.getCurrentByteNo() + 8 < bytes_) {
      llvm::Expected<llvm::BitstreamEntry> entry = cursor_.advance();
      if (!entry) {
        return fail(entry.takeError());
      }
      if (entry->Kind != llvm::BitstreamEntry::SubBlock) {
        return fail("there is data between its blocks");
      }
      if (!walk_block(entry->ID, 1)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool walk_block(unsigned block, unsigned depth) {
    if (depth > deepest_block) {
      return fail("its blocks are nested too deeply");
    }
    if (block == llvm::bitc::BLOCKINFO_BLOCK_ID) {
      return read_block_info();
    }
    if (llvm::Error problem = cursor_.EnterSubBlock(block)) {
      return fail(std::move(problem));
    }
    const uint64_t outer_metadata = metadata_count_;
    while (true) {
      llvm::Expected<llvm::BitstreamEntry> entry = cursor_.advance();
      if (!entry) {
        return fail(entry.takeError());
      }
      switch (entry->Kind) {
        case llvm::BitstreamEntry::Error:
          return fail("a block has no end");
        case llvm::BitstreamEntry::EndBlock:
          return leave_block(block, outer_metadata);
        case llvm::BitstreamEntry::SubBlock:
          if (!walk_block(entry->ID, depth + 1)) {
            return false;
          }
          break;
        case llvm::BitstreamEntry::Record:
          if (!read_record(block, entry->ID)) {
            return false;
          }
          break;
      }
    }
  }

  bool leave_block(unsigned block, uint64_t outer_metadata) {
    if (block == llvm::bitc::METADATA_BLOCK_ID) {
      // Checked at the end: metadata may contain forward references.
      const bool exist = last_metadata_ <= metadata_count_;
      last_metadata_ = 0;
      return exist || fail("metadata refers to metadata that does not exist");
    }
    if (block == llvm::bitc::FUNCTION_BLOCK_ID) {
      // Indices of a function's metadata continue after the module's, and are reused by the next
      // function.
      metadata_count_ = outer_metadata;
    }
    return true;
  }

  bool read_block_info() {
    llvm::Expected<std::optional<llvm::BitstreamBlockInfo>> info = cursor_.ReadBlockInfoBlock();
    if (!info) {
      return fail(info.takeError());
    }
    std::optional<llvm::BitstreamBlockInfo> block_info = std::move(*info);
    if (!block_info.has_value()) {
      return fail("its BLOCKINFO block is invalid");
    }
    block_info_ = std::move(*block_info);
    cursor_.setBlockInfo(&block_info_);
    return true;
  }

  bool read_record(unsigned block, unsigned abbreviation) {
    record_.clear();
    llvm::StringRef blob;
    llvm::Expected<unsigned> code = cursor_.readRecord(abbreviation, record_, &blob);
    if (!code) {
      return fail(code.takeError());
    }
    return check_record(block, *code);
  }

  /// Counts metadata entries and finds the last one that is referred to. References from other than
  /// plain nodes, that is debug information, are not checked.
  void count_metadata(unsigned code) {
    switch (code) {
      case llvm::bitc::METADATA_NAME:
      case llvm::bitc::METADATA_KIND:
      case llvm::bitc::METADATA_GLOBAL_DECL_ATTACHMENT:
      case llvm::bitc::METADATA_INDEX_OFFSET:
      case llvm::bitc::METADATA_INDEX:
        return;
      case llvm::bitc::METADATA_NAMED_NODE:
        for (const uint64_t entry : record_) {
          last_metadata_ = std::max(last_metadata_, std::min(entry, ~uint64_t{1}) + 1);
        }
        return;
      case llvm::bitc::METADATA_STRINGS:
        metadata_count_ += record_.empty() ? 0 : record_[0];
        return;
      case llvm::bitc::METADATA_NODE:
      case llvm::bitc::METADATA_DISTINCT_NODE:
        // An operand is 0 for none, or one more than the index of the entry.
        for (const uint64_t operand : record_) {
          last_metadata_ = std::max(last_metadata_, operand);
        }
        break;
      default:
        break;
    }
    ++metadata_count_;
  }

  /// Checks pairs of a kind and a metadata entry, after an optional instruction index.
  bool check_attachment() {
    for (size_t i = record_.size() % 2 + 1; i < record_.size(); i += 2) {
      if (record_[i] >= metadata_count_) {
        return fail("an instruction refers to metadata that does not exist");
      }
    }
    return true;
  }

  bool check_record(unsigned block, unsigned code) {
    if (block == llvm::bitc::METADATA_BLOCK_ID) {
      count_metadata(code);
    }
    if (block == llvm::bitc::METADATA_ATTACHMENT_ID) {
      return check_attachment();
    }
    if (block == llvm::bitc::PARAMATTR_GROUP_BLOCK_ID &&
        code == llvm::bitc::PARAMATTR_GRP_CODE_ENTRY) {
      const bool known =
          record_.size() >= 2 && (record_[1] <= last_parameter || record_[1] == function_itself);
      return known || fail("attributes refer to a parameter index out of range");
    }
    const bool type_count =
        block == llvm::bitc::TYPE_BLOCK_ID_NEW && code == llvm::bitc::TYPE_CODE_NUMENTRY;
    if (type_count && !record_.empty() && record_[0] > most_types) {
      return fail("it has " + std::to_string(record_[0]) + " types; at most " +
                  std::to_string(most_types) + " are supported");
    }
    // Records that declare the length of a following list.
    const bool length =
        type_count ||
        (block == llvm::bitc::FUNCTION_BLOCK_ID && code == llvm::bitc::FUNC_CODE_DECLAREBLOCKS) ||
        (block == llvm::bitc::METADATA_BLOCK_ID && code == llvm::bitc::METADATA_STRINGS);
    return !length || (!record_.empty() && record_[0] <= bytes_ * 8) ||
           fail("a list is longer than the file");
  }

  bool fail(llvm::Error problem) { return fail(llvm::toString(std::move(problem))); }

  bool fail(const std::string &what) {
    error_ = "the bitcode cannot be read: " + what;
    return false;
  }

  llvm::BitstreamCursor cursor_;
  llvm::BitstreamBlockInfo block_info_;
  llvm::SmallVector<uint64_t, 64> record_;
  uint64_t bytes_;
  /// Metadata entries so far: of the module, and of the function that is being visited.
  uint64_t metadata_count_ = 0;
  /// One more than the last entry that other metadata refers to.
  uint64_t last_metadata_ = 0;
  std::string &error_;
};

}  // namespace

bool check_bitcode(std::string_view bitcode, std::string &error) {
  const auto *begin = reinterpret_cast<const unsigned char *>(bitcode.data());
  const unsigned char *end = begin + bitcode.size();
  // Bitcode consists of words of four bytes, also in the wrapper that some tools add.
  if (llvm::isBitcodeWrapper(begin, end) &&
      llvm::SkipBitcodeWrapperHeader(begin, end, /*VerifyBufferSize=*/true)) {
    error = "the bitcode cannot be read: its wrapper is damaged";
    return false;
  }
  if ((end - begin) % 4 != 0) {
    error = "the bitcode cannot be read: its length is not a multiple of four";
    return false;
  }
  const llvm::StringRef content(reinterpret_cast<const char *>(begin),
                                static_cast<size_t>(end - begin));
  return Walk(content, error).run();
}

}  // namespace mux::compiler
