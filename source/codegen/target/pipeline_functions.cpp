#include "codegen/target/pipeline_functions.h"

#include "codegen/ir/robust_access.h"
#include "codegen/ir/work_item_functions.h"
#include "codegen/target/processor_operations.h"

namespace mux::compiler {

bool is_pipeline_function(llvm::StringRef mangled_name) {
  return is_barrier(mangled_name) || is_sub_group_function(mangled_name) ||
         work_item_query(mangled_name).has_value() ||
         address_space_query(mangled_name).has_value() || is_printf(mangled_name) ||
         is_undefined_operation(mangled_name) || is_robust_access_function(mangled_name);
}

}  // namespace mux::compiler
