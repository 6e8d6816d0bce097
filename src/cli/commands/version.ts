/** `queens-par version`: prints the versions that a bug report needs. */
import { readFileSync } from 'node:fs';
import { asJson } from '../../core/text/json.js';
import { plural } from '../../core/text/numbers.js';
import { defaultKernel, inspectMachine } from '../../node/machine/machine.js';
import { builtFile, programVersion } from '../../node/package/package.js';
import { kernelVersion } from '../../node/threads/compile-kernel.js';
import { hasWideKernel } from '../counting/wide-kernel.js';
import type { Arguments } from '../options/commands.js';

export async function version({ json }: Arguments<'version'>): Promise<void> {
  const version = programVersion();
  const commit = readCommit();
  const { version: node, platform, arch } = process;
  const machine = inspectMachine();
  const { hasSimd: simd, threads } = machine;
  const kernel = hasWideKernel() ? 'wide' : defaultKernel(machine);
  if (json) {
    const kernels = { kernels: kernelVersion(), kernel };
    const all = { version, commit: commit ?? null, ...kernels, node, platform, arch, simd, threads };
    process.stdout.write(asJson('version/1', all));
    return;
  }
  const build = commit === undefined ? '' : ` (commit ${commit})`;
  const vectors = simd ? 'WebAssembly SIMD' : 'no WebAssembly SIMD';
  process.stdout.write(
    `queens-par ${version}${build}\nNode.js ${node} on ${platform} ${arch}, ${plural(threads, 'thread')}, ` +
      `${vectors}, ${kernel} kernel\n`,
  );
}

/** Reads the commit that scripts/build/bundle.mjs stored in this build; undefined for a build outside a repository. */
function readCommit(): string | undefined {
  try {
    return readFileSync(builtFile('commit.txt'), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
