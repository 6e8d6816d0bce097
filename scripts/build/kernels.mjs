// Compiles the kernels, workers/assembly/<name>.ts, to workers/<name>.wasm in the build. The last section of the file
// contains the CRC-32 of all bytes before it (see src/node/threads/compile-kernel.ts).
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { main as compile } from 'assemblyscript/asc';
import { buildFolder } from './folder.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The header of a custom section, which WebAssembly ignores: the id, the section's length, the name's length, the name.
 */
const SECTION = Buffer.from('\0\x0a\x05crc32');

await build('bitmask', 'bitmask', []);
await build('meet', 'meet', []);
// Relaxed SIMD, which older engines refuse, makes meet's words twice as wide (workers/assembly/meet/words.ts).
await build('meet', 'meet-wide', ['--enable', 'relaxed-simd']);

/** Compiles workers/assembly/`source`.ts to workers/`name`.wasm. */
async function build(source, name, features) {
  const file = `${buildFolder}/workers/${name}.wasm`;
  const { error, stderr } = await compile([
    `workers/assembly/${source}.ts`,
    ...['--baseDir', root, '--outFile', relative(root, file)],
    ...['-O3', '--converge', '--enable', 'simd', ...features],
    ...['--runtime', 'stub', '--noAssert'], // kernels allocate no objects, so they need no garbage collector
  ]);
  if (error) {
    console.error(String(stderr));
    throw error;
  }
  appendFileSync(file, SECTION);
  const crc = Buffer.alloc(4);
  crc.writeUInt32LE(crc32(readFileSync(file)));
  appendFileSync(file, crc);
}
