; PASS: merge_order_versions width=8
; One entry point selects one of the two forms by the sizes of the ND-range.
; CHECK: define internal i32 @mux_kernel_f.along_y(
; CHECK: define internal i32 @mux_kernel_f.along_x(
; CHECK: define i32 @mux_kernel_f(
; CHECK: br i1
; CHECK: call i32 @mux_kernel_f.along_y(
; CHECK: call i32 @mux_kernel_f.along_x(
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
