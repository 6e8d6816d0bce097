// A V8 in the table of the wide kernel's engines that was built without the option the kernel needs. Node.js 20 really
// lacks it; newer releases only say that they do.
const variables = { ...process.config.variables, v8_enable_wasm_simd256_revec: 0 };
Object.defineProperty(process, 'config', { value: { ...process.config, variables } });
Object.defineProperty(process, 'versions', { value: { ...process.versions, v8: '13.6.1' } });
