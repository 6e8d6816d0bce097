import { OutOfMemoryError } from '../src/core/errors/errors.js';

/**
 * Creates an instance of a kernel. V8 reserves 10 GB of address space for the memory of each instance unless an option
 * prevents this.
 *
 * @throws OutOfMemoryError if the address space is limited and too small for it.
 */
export function createInstance(module: WebAssembly.Module): WebAssembly.Instance {
  try {
    return new WebAssembly.Instance(module);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const remedy = 'set NODE_OPTIONS=--disable-wasm-trap-handler';
    const problem = 'the address space is limited (ulimit -v, h_vmem), and a thread takes 10 GB of it';
    throw new OutOfMemoryError(`${problem}; ${remedy}`, undefined, { cause });
  }
}

/** Returns the error for memory that the system refuses to a kernel. */
export function createRefusedMemoryError(bytes: number): OutOfMemoryError {
  const remedy = 'use fewer threads or free some memory';
  return new OutOfMemoryError(`could not allocate ${inMegabytes(bytes)} for a thread; ${remedy}`);
}

export function inMegabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB of memory`;
}
