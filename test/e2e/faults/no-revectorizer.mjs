// Pretends to be a V8 that is in the table of the wide kernel's engines but was built without the option that the
// kernel needs. Node.js 20 really lacks the option; on newer releases, only the configuration says so.
const variables = { ...process.config.variables, v8_enable_wasm_simd256_revec: 0 };
Object.defineProperty(process, 'config', { value: { ...process.config, variables } });
Object.defineProperty(process, 'versions', { value: { ...process.versions, v8: '13.6.1' } });
