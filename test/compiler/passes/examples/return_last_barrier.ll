; PASS: return_last_barrier width=8
; Work-items of a packet that reach different barriers: the packet returns the last barrier's index.
; CHECK: call i1 @mux.lanes.any(
; CHECK: %[[LAST:.+]] = sub i32 %{{.+}}, 1
; CHECK: ret i32 %[[LAST]]
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory, i64 %n) {
entry:
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %memory, i64 %i
  store i32 1, ptr addrspace(1) %p
  %goes_on = icmp ult i64 %i, %n
  br i1 %goes_on, label %wait, label %end
wait:
  call spir_func void @_Z7barrierj(i32 1)
  store i32 2, ptr addrspace(1) %memory
  br label %end
end:
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func void @_Z7barrierj(i32)
