; PASS: resolve_builtins width=scalar
; Built-in functions of OpenCL C get bodies; work-item queries are lowered later, with the loops
; over work-items.
; CHECK: %larger = call i32 @_Z3maxii(i32 %a, i32 %b)
; CHECK: define internal i32 @_Z3maxii(
; CHECK: call i32 @llvm.smax.i32(
; CHECK: declare i64 @_Z13get_global_idj(
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %larger = call spir_func i32 @_Z3maxii(i32 %a, i32 %b)
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %larger, ptr addrspace(1) %p
  ret void
}

declare spir_func i32 @_Z3maxii(i32, i32)
declare spir_func i64 @_Z13get_global_idj(i32)
