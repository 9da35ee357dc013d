; PASS: join_groups width=scalar local=1,1,1 unchanged
; Nobody knows how much memory each work-item would need.
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(3) %local) {
  store volatile i32 1, ptr addrspace(3) %local
  call spir_func void @_Z7barrierj(i32 1)
  store volatile i32 2, ptr addrspace(3) %local
  ret void
}

declare spir_func void @_Z7barrierj(i32)
