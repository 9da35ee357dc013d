; PASS: check_calls
; All functions are to be inlined, so none may call itself.
; CHECK: refused: the function 'down' calls itself; OpenCL C does not allow recursion
target triple = "spir64"

define spir_kernel void @f(i32 %n) {
  call spir_func void @down(i32 %n)
  ret void
}

define spir_func void @down(i32 %n) {
  %less = sub i32 %n, 1
  call spir_func void @down(i32 %less)
  ret void
}
