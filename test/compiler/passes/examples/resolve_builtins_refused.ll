; PASS: resolve_builtins
; Functions are not looked up in the process that the kernel runs in.
; CHECK: refused: the binary needs function 'elsewhere', which does not exist here
target triple = "spir64"

define spir_kernel void @f() {
  call spir_func void @elsewhere()
  ret void
}

declare spir_func void @elsewhere()
