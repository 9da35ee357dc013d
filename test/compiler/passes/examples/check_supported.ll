; PASS: check_supported
; What is not OpenCL C is refused by its name.
; CHECK: refused: the function 'f' uses inline assembly
target triple = "spir64"

define spir_kernel void @f() {
  call void asm sideeffect "hlt", ""()
  ret void
}
