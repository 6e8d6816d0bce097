// Imitates Deno: its version, and binary modules that end the process, because Deno lacks a function of libuv.
Object.defineProperty(process, 'versions', { value: { ...process.versions, deno: '2.9.6' } });
process.dlopen = () => process.exit(127);
