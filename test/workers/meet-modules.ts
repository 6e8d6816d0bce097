import { setFlagsFromString } from 'node:v8';
import type { Tally } from '../../src/core/plan/partial-count.js';
import type { Subproblem } from '../../src/core/plan/subproblem.js';
import { compileKernel, readModule } from '../../src/node/threads/compile-kernel.js';
import { createMeetKernel } from '../../workers/meet.js';

const { meet } = compileKernel('meet', 'fast');
if (!meet) throw new Error('there is no kernel: run npm run build');

/** The WebAssembly module of `meet`. */
export const meetModule = meet;

// Node.js 20 has relaxed SIMD only behind an option. From 24 on, another one makes V8 use registers of 256 bits.
const major = Number(process.versions.node.split('.')[0]);
if (major < 22) setFlagsFromString('--experimental-wasm-relaxed-simd');
if (major >= 24) setFlagsFromString('--experimental-wasm-revectorize');

/** The wide WebAssembly module of `meet`. */
export const wideMeetModule = new WebAssembly.Module(readModule('meet-wide'));

/** All tests in a file share this kernel, as all subproblems in a worker thread share one. */
const kernel = createMeetKernel(meetModule);

/** Counts a subproblem of `meet`. */
export function countMeet(subproblem: Subproblem): Tally {
  if (subproblem.algorithm !== 'meet') throw new Error(`${subproblem.id} is not for this kernel`);
  return kernel(subproblem);
}
