; PASS: privatize_histograms offset=64 size=1000
; Additions to an array that the loop does not use otherwise alternate between eight tables: the
; array, 64 bytes into the scratch memory, and seven copies.
; CHECK: %counts = alloca [7616 x i8], align 64
; CHECK: call void @llvm.memset.p0.i64(ptr align 64 %counts, i8 0, i64 7616, i1 false)
; CHECK: loop:
; CHECK: atomicrmw add ptr addrspace(3) %p0, i32 1 monotonic
; CHECK-NOT: atomicrmw
; CHECK: getelementptr inbounds i8, ptr %counts, i64 1088
; CHECK: add i32
; CHECK: getelementptr inbounds i8, ptr %counts, i64 6528
; CHECK: sub i32
; CHECK: atomicrmw add ptr addrspace(3) %p8, i32 1 monotonic
; CHECK: load i32, ptr addrspace(1) %more
; CHECK: counts.add:
; CHECK: getelementptr inbounds i8, ptr %counts, i64 6528
; CHECK: store i32
; CHECK: icmp eq i64
; CHECK: , 250
define i32 @f(ptr addrspace(1) %more, i64 %i, CONTEXT) {
entry:
  %start = getelementptr i8, ptr %scratch, i64 64
  %table = addrspacecast ptr %start to ptr addrspace(3)
  br label %loop
loop:
  %p0 = getelementptr i8, ptr addrspace(3) %table, i64 %i
  %p8 = getelementptr i8, ptr addrspace(3) %p0, i64 4
  %a0 = atomicrmw add ptr addrspace(3) %p0, i32 1 monotonic
  %a1 = atomicrmw add ptr addrspace(3) %p0, i32 1 monotonic
  %a2 = atomicrmw add ptr addrspace(3) %p0, i32 1 monotonic
  %a3 = atomicrmw add ptr addrspace(3) %p0, i32 1 monotonic
  %a4 = atomicrmw add ptr addrspace(3) %p0, i32 1 monotonic
  %a5 = atomicrmw add ptr addrspace(3) %p0, i32 1 monotonic
  %a6 = atomicrmw add ptr addrspace(3) %p0, i32 1 monotonic
  %a7 = atomicrmw sub ptr addrspace(3) %p0, i32 2 monotonic
  %a8 = atomicrmw add ptr addrspace(3) %p8, i32 1 monotonic
  %next = load i32, ptr addrspace(1) %more
  %again = icmp ne i32 %next, 0
  br i1 %again, label %loop, label %end
end:
  ret i32 -1
}
