#include "codegen/target/add_vector_variants.h"

#include <llvm/IR/Module.h>
#include <llvm/IR/VFABIDemangler.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "codegen/target/operation_forms.h"

namespace mux::compiler {

void add_vector_variants(llvm::Module &module) {
  for (const OperationRow &row : operation_rows()) {
    llvm::Function *scalar = module.getFunction(form_name(row, 1));
    if (scalar == nullptr || operation_of(*scalar) == nullptr) {
      continue;
    }
    std::string forms;
    for (const unsigned elements : {4U, 8U, 16U}) {
      llvm::Function *form = operation_form(
          module, row, llvm::FixedVectorType::get(scalar->getReturnType(), elements));
      llvm::appendToCompilerUsed(module, {form});
      forms += forms.empty() ? "" : ",";
      forms += ("_ZGV_LLVM_N" + llvm::Twine(elements) + std::string(row.parameters, 'v') + "_" +
                scalar->getName() + "(" + form->getName() + ")")
                   .str();
    }
    scalar->addFnAttr(llvm::VFABI::MappingsAttrName, forms);
  }
}

}  // namespace mux::compiler
