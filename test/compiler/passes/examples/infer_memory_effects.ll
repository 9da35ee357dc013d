; PASS: infer_memory_effects width=scalar
; A large function with many calls is not inlined; attributes describe its memory accesses to the
; kernel.
; CHECK: define {{.*}}@large(ptr addrspace(1) {{.*}}readonly{{.*}} #[[LARGE:[0-9]+]]
; CHECK: attributes #[[LARGE]] = {{.*}}memory(argmem: read)
target triple = "spir64"

define spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x) {
  %low = and i32 %x, 15
  %index = zext i32 %low to i64
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %index
  %a = load i32, ptr addrspace(1) %from
  %b = mul i32 %a, %x
  %c = xor i32 %b, 77
  %d = lshr i32 %c, 3
  %e = add i32 %d, %x
  %f = mul i32 %e, 5
  %g = xor i32 %f, %a
  %h = add i32 %g, 1
  ret i32 %h
}

define spir_func i32 @large(ptr addrspace(1) %p, i32 %x0) {
  %x1 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x0)
  %x2 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x1)
  %x3 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x2)
  %x4 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x3)
  %x5 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x4)
  %x6 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x5)
  %x7 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x6)
  %x8 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x7)
  %x9 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x8)
  %x10 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x9)
  %x11 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x10)
  %x12 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x11)
  %x13 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x12)
  %x14 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x13)
  %x15 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x14)
  %x16 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x15)
  %x17 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x16)
  %x18 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x17)
  %x19 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x18)
  %x20 = call spir_func i32 @leaf(ptr addrspace(1) %p, i32 %x19)
  ret i32 %x20
}

define spir_func i32 @calls(ptr addrspace(1) %p, i32 %x0) {
  %x1 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x0)
  %x2 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x1)
  %x3 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x2)
  %x4 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x3)
  %x5 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x4)
  %x6 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x5)
  %x7 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x6)
  %x8 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x7)
  %x9 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x8)
  %x10 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x9)
  %x11 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x10)
  %x12 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x11)
  %x13 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x12)
  %x14 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x13)
  %x15 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x14)
  %x16 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x15)
  %x17 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x16)
  %x18 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x17)
  %x19 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x18)
  %x20 = call spir_func i32 @large(ptr addrspace(1) %p, i32 %x19)
  ret i32 %x20
}

define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x0 = load i32, ptr addrspace(1) %out
  %x1 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x0)
  %x2 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x1)
  %x3 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x2)
  %x4 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x3)
  %x5 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x4)
  %x6 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x5)
  %x7 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x6)
  %x8 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x7)
  %x9 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x8)
  %x10 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x9)
  %x11 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x10)
  %x12 = call spir_func i32 @calls(ptr addrspace(1) %in, i32 %x11)
  store i32 %x12, ptr addrspace(1) %out
  ret void
}
