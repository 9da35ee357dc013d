; PASS: fold_address_space_queries width=scalar
; The origin of a pointer determines its address space.
; CHECK-NOT: call
; CHECK: select i1 false, ptr addrspace(3)
; CHECK: select i1 true, ptr addrspace(1)
; CHECK-NOT: call
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %generic = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %local = call spir_func ptr addrspace(3) @__to_local(ptr addrspace(4) %generic)
  %global = call spir_func ptr addrspace(1) @__to_global(ptr addrspace(4) %generic)
  store ptr addrspace(3) %local, ptr addrspace(1) %out
  store ptr addrspace(1) %global, ptr addrspace(1) %out
  ret void
}

declare spir_func ptr addrspace(3) @__to_local(ptr addrspace(4))
declare spir_func ptr addrspace(1) @__to_global(ptr addrspace(4))
