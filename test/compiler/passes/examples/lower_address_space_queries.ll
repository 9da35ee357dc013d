; PASS: lower_address_space_queries width=scalar
; A loaded pointer's address determines its address space: local memory is one contiguous block.
; CHECK: %[[BEGIN:.+]] = ptrtoint ptr %scratch to i64
; CHECK: %[[SIZE:.+]] = sub i64 %{{.+}}, %[[BEGIN]]
; CHECK-NOT: call
; CHECK: %[[PLACE:.+]] = sub i64 %{{.+}}, %[[BEGIN]]
; CHECK: %[[IS_LOCAL:.+]] = icmp ult i64 %[[PLACE]], %[[SIZE]]
; CHECK: select i1 %[[IS_LOCAL]]
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %generic = load ptr addrspace(4), ptr addrspace(1) %in
  %local = call spir_func ptr addrspace(3) @__to_local(ptr addrspace(4) %generic)
  store ptr addrspace(3) %local, ptr addrspace(1) %out
  ret void
}

declare spir_func ptr addrspace(3) @__to_local(ptr addrspace(4))
