; PASS: infer_argument_access width=scalar
; How memory is accessed through each pointer argument, including copies of the pointer.
; CHECK: buffer 'in' of 8 bytes at 0, read{{$}}
; CHECK: buffer 'out' of 8 bytes at 8, written{{$}}
; CHECK: buffer 'both' of 8 bytes at 16, read, written{{$}}
; CHECK: buffer 'unused' of 8 bytes at 24{{$}}
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %both,
                           ptr addrspace(1) %unused) {
  %value = load i32, ptr addrspace(1) %in
  %second = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %value, ptr addrspace(1) %second
  %old = atomicrmw add ptr addrspace(1) %both, i32 1 monotonic
  ret void
}
