; PASS: choose_dimension_order width=8 local=1,64,2
; A scan runs in the program's order, which is that of the lanes too if the dimensions before theirs
; have one work-item.
; CHECK: kernel f:
; CHECK: order y x z
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) {
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  %sum = call spir_func i64 @_Z29work_group_scan_inclusive_addl(i64 %y)
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %y
  store i64 %sum, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z29work_group_scan_inclusive_addl(i64)
