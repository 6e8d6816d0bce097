/** The smallest module with vector instructions: a function that returns 16 zeros. */
const MODULE = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // "\0asm", version 1
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // types: () -> v128
  ...[0x03, 0x02, 0x01, 0x00], // functions: one, of type 0
  ...[0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b], // code: i32.const 0, i8x16.splat, end
]);

/** Whether this browser or Node.js has the vector instructions (SIMD) that the kernels use. */
export function hasSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(MODULE);
}
