/** The two kernels of an algorithm: in WebAssembly, or the reference in TypeScript. */
export type KernelKind = 'fast' | 'readable';
