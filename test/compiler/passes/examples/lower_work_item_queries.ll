; PASS: lower_work_item_queries width=scalar
; Work-item queries are replaced by parameters.
; CHECK-NOT: call
; CHECK: %global_id = add nuw i64 %first_global_id.x, %local_id.x
; CHECK: trunc i64 %dimensions to i32
; CHECK-NOT: call
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %count = call spir_func i32 @_Z12get_work_dimv()
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %count, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i32 @_Z12get_work_dimv()
