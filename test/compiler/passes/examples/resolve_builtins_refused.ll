; PASS: resolve_builtins
; Functions are not looked up in the process that the kernel runs in.
; CHECK: refused: undefined function 'elsewhere'
target triple = "spir64"

define spir_kernel void @f() {
  call spir_func void @elsewhere()
  ret void
}

declare spir_func void @elsewhere()
