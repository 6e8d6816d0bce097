// Compiles each kernel, workers/assembly/<name>.ts, to dist/workers/<name>.wasm.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { main as compile } from 'assemblyscript/asc';

const root = fileURLToPath(new URL('..', import.meta.url));

const kernels = readdirSync(`${root}/workers/assembly`, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => entry.name.slice(0, -'.ts'.length));

for (const kernel of kernels) {
  const { error, stderr } = await compile([
    `workers/assembly/${kernel}.ts`,
    ...['--baseDir', root, '--outFile', `dist/workers/${kernel}.wasm`],
    ...['-O3', '--converge', '--enable', 'simd'],
    ...['--runtime', 'stub', '--noAssert'], // kernels allocate no objects, so they need no garbage collector
  ]);
  if (error) {
    console.error(String(stderr));
    throw error;
  }
}
