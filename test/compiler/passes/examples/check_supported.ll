; PASS: check_supported
; Unsupported instructions are refused by name.
; CHECK: refused: the function 'f' uses inline assembly
target triple = "spir64"

define spir_kernel void @f() {
  call void asm sideeffect "hlt", ""()
  ret void
}
