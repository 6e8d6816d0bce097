/** The wide kernel of `meet`: what it needs, and its check. It counts only in engines in which it has been tested. */

import { readFileSync } from 'node:fs';
import { passesSelfCheck } from '../../../workers/self-check.js';
import { hasSimd } from '../../../workers/simd.js';
import { messageForUser } from '../errors/system.js';
import { compileKernel } from './compile-kernel.js';

/** The V8 versions in which the wide kernel has been tested, each with the Node.js release that contains it. */
const TESTED_ENGINES: Readonly<Record<string, string>> = { '13.6': '24', '14.6': '26' };

/** V8's default for how much of a function must run before it is optimized; the same in all tested engines. */
const TIERING_BUDGET = 13_000_000;

/** Returns which requirement of the wide kernel this machine does not meet; undefined if it meets all. */
export function findWideObstacle(): string | undefined {
  const { arch, platform, versions } = process;
  const releases = Object.values(TESTED_ENGINES).join(' or ');
  if (platform !== 'linux' || arch !== 'x64') return `the wide kernel needs Linux on x64, not ${platform} on ${arch}`;
  if (!Object.keys(TESTED_ENGINES).some((version) => versions.v8.startsWith(`${version}.`))) {
    return `the wide kernel needs Node.js ${releases}, not ${process.version}`;
  }
  if (!hasRevectorizer()) return 'the wide kernel needs a Node.js with the V8 option --experimental-wasm-revectorize';
  return hasSimd() && hasAvx2() ? undefined : 'the wide kernel needs a processor with AVX2';
}

/** Returns whether V8 has the wide kernel's option. Setting an unknown option would print an error but not fail. */
function hasRevectorizer(): boolean {
  const variables: Readonly<Record<string, unknown>> = process.config.variables;
  return variables.v8_enable_wasm_simd256_revec === 1;
}

function hasAvx2(): boolean {
  try {
    return /^flags\b.*\bavx2\b/m.test(readFileSync('/proc/cpuinfo', 'utf8'));
  } catch {
    return false;
  }
}

/** The result of the check; null before the check. */
let checked: string | undefined | null = null;

/** Checks the kernel, which takes 40 ms, but only once. @returns why it cannot count; undefined if it can. */
export function checkWideKernel(): string | undefined {
  if (checked === null) checked = findProblem();
  return checked;
}

/**
 * Sets V8's options and checks the kernel. By default, V8 compiles functions quickly and optimizes them later in the
 * background, so the check would run only unoptimized code. During the check, V8 therefore optimizes them at once.
 */
function findProblem(): string | undefined {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8'); // an import would delay every start by 1 ms
  try {
    setFlagsFromString('--experimental-wasm-revectorize');
    setFlagsFromString('--wasm-sync-tier-up');
    setFlagsFromString('--wasm-tiering-budget=1000');
    const { meet } = compileKernel('meet', 'wide');
    return meet && passesSelfCheck(meet) ? undefined : 'the wide kernel counts wrongly on this machine';
  } catch (error) {
    return `the wide kernel does not work on this machine (${messageForUser(error)})`;
  } finally {
    setFlagsFromString('--no-wasm-sync-tier-up');
    setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  }
}
