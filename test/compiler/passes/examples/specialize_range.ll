; PASS: specialize_range local=16,4,1 width=scalar
; A known local size, and thus the number of work-items, become constants.
; CHECK: define internal i32 @work_item.f(
; CHECK: add i64 16, %local_id.x
; CHECK-NOT: %local_size.x
; CHECK: ret
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) {
  %size = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %sum = add i64 %size, %id
  store i64 %sum, ptr addrspace(1) %out
  ret void
}

declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
