; PASS: simplify width=scalar
; Variables become values, and generic pointers get the address spaces of their origins. Expected
; values become branch weights.
; CHECK: define void @f(
; CHECK-NOT: alloca
; CHECK-NOT: addrspacecast
; CHECK: store i32 %n, ptr addrspace(1) %out
; CHECK-NOT: call i64 @llvm.expect
; CHECK: !"branch_weights"
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i32 %n) {
  %variable = alloca ptr addrspace(4)
  %generic = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  store ptr addrspace(4) %generic, ptr %variable
  %pointer = load ptr addrspace(4), ptr %variable
  store i32 %n, ptr addrspace(4) %pointer
  %wide = sext i32 %n to i64
  %expected = call i64 @llvm.expect.i64(i64 %wide, i64 0)
  %unexpected = icmp ne i64 %expected, 0
  br i1 %unexpected, label %then, label %end

then:
  store volatile i32 1, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

declare i64 @llvm.expect.i64(i64, i64)
