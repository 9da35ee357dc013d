// Comparisons with results ~0 or 0, and selections.

#include <llvm/IR/Constants.h>

#include "codegen/tgsi/instructions/table.h"

namespace mux::compiler::tgsi {
namespace {

using llvm::CmpInst;
using llvm::Value;
using Sources = llvm::ArrayRef<Value *>;

template <CmpInst::Predicate Predicate>
Value *compare(Body &body, Sources sources) {
  return body.builder.CreateSExt(body.builder.CreateCmp(Predicate, sources[0], sources[1]),
                                 body.builder.getInt32Ty());
}

/// The operands keep their type if it is the same.
Value *select(Body &body, Sources sources) {
  const bool same = sources[1]->getType() == sources[2]->getType();
  return body.builder.CreateSelect(body.builder.CreateIsNotNull(body.as_integer(sources[0])),
                                   same ? sources[1] : body.as_integer(sources[1]),
                                   same ? sources[2] : body.as_integer(sources[2]));
}

constexpr ComputedOpcode comparison_table[] = {
    {Opcode::FSEQ, compare<CmpInst::FCMP_OEQ>},
    {Opcode::FSLT, compare<CmpInst::FCMP_OLT>},
    {Opcode::FSGE, compare<CmpInst::FCMP_OGE>},
    {Opcode::FSNE, compare<CmpInst::FCMP_UNE>},
    {Opcode::ISLT, compare<CmpInst::ICMP_SLT>},
    {Opcode::ISGE, compare<CmpInst::ICMP_SGE>},
    {Opcode::USLT, compare<CmpInst::ICMP_ULT>},
    {Opcode::USGE, compare<CmpInst::ICMP_UGE>},
    {Opcode::USEQ, compare<CmpInst::ICMP_EQ>},
    {Opcode::USNE, compare<CmpInst::ICMP_NE>},
    {Opcode::DSEQ, compare<CmpInst::FCMP_OEQ>},
    {Opcode::DSNE, compare<CmpInst::FCMP_UNE>},
    {Opcode::DSLT, compare<CmpInst::FCMP_OLT>},
    {Opcode::DSGE, compare<CmpInst::FCMP_OGE>},
    {Opcode::U64SEQ, compare<CmpInst::ICMP_EQ>},
    {Opcode::U64SNE, compare<CmpInst::ICMP_NE>},
    {Opcode::U64SLT, compare<CmpInst::ICMP_ULT>},
    {Opcode::U64SGE, compare<CmpInst::ICMP_UGE>},
    {Opcode::I64SLT, compare<CmpInst::ICMP_SLT>},
    {Opcode::I64SGE, compare<CmpInst::ICMP_SGE>},
    {Opcode::UCMP, select},
};

}  // namespace

std::span<const ComputedOpcode> comparison_instructions() {
  return comparison_table;
}

}  // namespace mux::compiler::tgsi
