// Declares what we use of WebAssembly for the layers that have only Node's types, which lack it. The web's types, which
// the core, the kernels, the page and the tests are checked with, contain it.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Global<_Type> {
    value: number;
  }
  class RuntimeError extends Error {}
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}
