; PASS: check_recursion
; Recursion is refused, because all functions are to be inlined.
; CHECK: refused: the function 'down' calls itself; OpenCL C does not allow recursion
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i32 %n) {
  %value = call spir_func i32 @down(i32 %n)
  store i32 %value, ptr addrspace(1) %out
  ret void
}

define spir_func i32 @down(i32 %n) {
  %less = sub i32 %n, 1
  %of_less = call spir_func i32 @down(i32 %less)
  %square = mul i32 %of_less, %of_less
  ret i32 %square
}
