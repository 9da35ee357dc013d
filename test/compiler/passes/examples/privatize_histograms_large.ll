; PASS: privatize_histograms offset=0 size=65536 unchanged
; Copies of a large array would exceed the cache.
define i32 @f(ptr addrspace(1) %more, ptr addrspace(1) %pointers, i64 %i, CONTEXT) {
entry:
  %table = addrspacecast ptr %scratch to ptr addrspace(3)
  br label %loop
loop:
  %p = getelementptr i8, ptr addrspace(3) %table, i64 %i

  %a1 = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
  %a2 = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
  %a3 = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
  %a4 = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
  %a5 = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
  %a6 = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
  %a7 = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
  %a8 = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
  %next = load i32, ptr addrspace(1) %more
  %again = icmp ne i32 %next, 0
  br i1 %again, label %loop, label %end
end:
  ret i32 -1
}
