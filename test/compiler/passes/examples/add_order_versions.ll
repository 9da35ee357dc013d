; PASS: add_order_versions width=8
; A kernel whose lanes run along y also gets the other form, for ND-ranges that are short in y.
; CHECK: define internal i32 @work_item.f(
; CHECK: mul i64 %{{.+}}, %width
; CHECK: define internal i32 @work_item.f{{.+}}(
; CHECK: mul i64 %{{.+}}, %width
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
