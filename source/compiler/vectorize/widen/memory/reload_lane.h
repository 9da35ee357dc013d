/// @file
/// One lane of a value, loaded once more instead of taken out of a vector.
///
/// To take an element out of a vector costs more than to load it from where the vector came from,
/// which is in the first cache then: 16M bytes that say what is counted took 4.6 ms instead of 4.3.
/// Where all lanes are run one after the other, narrow elements are loaded as words of several, and
/// shifted into position: each count loads and stores already. 5.3 to 4.1 ms.

#pragma once

#include <llvm/ADT/SmallVector.h>

namespace llvm {
class Instruction;
class LoadInst;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// The words that were loaded last, while an instruction is done for all lanes of a part in order,
/// in one block.
class LoadedWords {
 public:
  /// @return NULL if the last word of that load is another one.
  llvm::Value *find(const llvm::LoadInst &load, unsigned first_lane) const;
  void remember(const llvm::LoadInst &load, unsigned first_lane, llvm::Value &word);

 private:
  struct Word {
    const llvm::LoadInst *load;
    unsigned first_lane;
    llvm::Value *value;
  };
  llvm::SmallVector<Word, 2> words_;
};

/// @param value a varying integer that the instruction uses, which the lane runs.
/// @param words NULL if other lanes may not run.
/// @return NULL if the value was not just loaded from neighboring addresses, or takes more than a
/// few operations from there, or if it may have been overwritten since.
llvm::Value *reload_lane(Widener &widener, const llvm::Instruction &instruction, llvm::Value &value,
                         unsigned part, unsigned lane, LoadedWords *words);

}  // namespace mux::compiler
