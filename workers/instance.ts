import { OutOfMemoryError } from '../src/errors/errors.js';

/**
 * Makes an instance of a kernel. V8 reserves 10 GB of address space for its memory, if it is not told to do without.
 *
 * @throws OutOfMemoryError if a limit of address space leaves no room for that.
 */
export function makeInstance(module: WebAssembly.Module): WebAssembly.Instance {
  try {
    return new WebAssembly.Instance(module);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const remedy = 'set NODE_OPTIONS=--disable-wasm-trap-handler';
    throw new OutOfMemoryError(
      `the address space is limited (ulimit -v, h_vmem), and a thread takes 10 GB of it: ${remedy}`,
      {
        cause,
      },
    );
  }
}
