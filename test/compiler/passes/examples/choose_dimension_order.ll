; PASS: choose_dimension_order width=8
; Neighbors along y are contiguous in memory: they become the lanes.
; CHECK: kernel f:
; CHECK: order y x z
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i64 %width) {
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %y = call spir_func i64 @_Z13get_global_idj(i32 1)
  %row = mul i64 %x, %width
  %i = add i64 %row, %y
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
