// Compiles every kernel that stands directly in workers/assembly/ to dist/workers/<name>.wasm; and meet-wide with relaxed
// SIMD, too, as meet-wide-relaxed.wasm (workers/compile-kernel.ts says who uses which).
// Plain JavaScript because it is part of the build, which `npm ci` runs (prepare) after tsc.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { main as compile } from 'assemblyscript/asc';

const root = fileURLToPath(new URL('..', import.meta.url));

const kernels = readdirSync(`${root}/workers/assembly`, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => entry.name.slice(0, -'.ts'.length));

for (const kernel of kernels) await build(kernel, kernel, ['simd']);
await build('meet-wide', 'meet-wide-relaxed', ['simd', 'relaxed-simd']);

async function build(kernel, name, features) {
  const { error, stderr } = await compile([
    `workers/assembly/${kernel}.ts`,
    ...['--baseDir', root, '--outFile', `dist/workers/${name}.wasm`],
    ...['-O3', '--converge', ...features.flatMap((feature) => ['--enable', feature])],
    ...['--runtime', 'stub', '--noAssert'], // kernels lay out their memory themselves: nothing to collect
  ]);
  if (error) {
    console.error(String(stderr));
    throw error;
  }
}
