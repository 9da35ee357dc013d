; PASS: add_local_id_ranges local=8,32,1 width=8
; Known local sizes follow the reordered dimensions.
; CHECK: define internal i32 @work_item.f(
; CHECK-SAME: range(i64 0, 32) %local_id.x
; CHECK-SAME: range(i64 0, 8) %local_id.y
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, ptr addrspace(3) %local, i64 %width) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  %row = mul i64 %x, %width
  %i = add i64 %row, %y
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
