; PASS: find_kernels width=scalar
; Functions with the kernel calling convention are kernels; their arguments are packed in order,
; each at the next multiple of its alignment.
; CHECK: kernel f:
; CHECK-NEXT: buffer 'out' of 8 bytes at 0
; CHECK-NEXT: local buffer 'tile' of 8 bytes at 8
; CHECK-NEXT: value 'n' of 2 bytes at 16
; CHECK-NEXT: value 'v' of 16 bytes at 32
; CHECK-NOT: kernel helper
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, ptr addrspace(3) %tile, i16 %n, <4 x float> %v) {
  call spir_func void @helper(ptr addrspace(1) %out)
  ret void
}

define spir_func void @helper(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out
  ret void
}
