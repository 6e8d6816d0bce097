// Wraps the `count` function of each kernel in this thread.
export function wrapKernels(wrap) {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class {
    constructor(...args) {
      const { exports } = new Instance(...args);
      this.exports = { ...exports, count: wrap(exports.count) };
    }
  };
}
