/** A module with one function, which returns a vector of zeros. It is valid only where SIMD is supported. */
const MODULE = [
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // the magic number and the version
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // the type of a function that returns a v128
  ...[0x03, 0x02, 0x01, 0x00], // one function of this type
  ...[0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b], // its code: i8x16.splat(0)
];

/** Returns whether this processor has the SIMD instructions that the fast kernels need (SSE4.1 on x86). */
export function hasSimd(): boolean {
  return typeof WebAssembly !== 'undefined' && WebAssembly.validate(Uint8Array.from(MODULE));
}
