/** Turns on the wide kernel of `meet` in the engines in which it has been tested. */

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { passesSelfCheck } from '../../../workers/self-check.js';
import { hasSimd } from '../../../workers/simd.js';
import { OperationalError, UsageError } from '../../core/errors/errors.js';
import { MAX_MEET_N } from '../../core/plan/meet-plan.js';
import { messageForUser } from '../../node/errors/system.js';
import { logMessage } from '../../node/terminal/terminal.js';
import { compileKernel } from '../../node/threads/compile-kernel.js';
import type { Arguments } from '../options/commands.js';

/** The V8 versions in which the wide kernel has been tested, each with the Node.js release that contains it. */
const TESTED_ENGINES: Readonly<Record<string, string>> = { '13.6': '24', '14.6': '26' };

/** V8's default for how much of a function must run before it is optimized; the same in all tested engines. */
const TIERING_BUDGET = 13_000_000;

/** The smallest n whose count costs enough for the wide kernel; see `MIN_WIDE_COST` in fit.ts. */
const MIN_N = 18;

/**
 * Returns whether a count may use the wide kernel. Checks the kernel, which takes 40 ms, only if the count may be long.
 *
 * @throws UsageError or OperationalError if the wide kernel is requested but this machine cannot run it.
 */
export function mayUseWide(args: Pick<Arguments<'count'>, 'n' | 'algorithm' | 'depth' | 'kernel'>): boolean {
  const { n, algorithm, depth, kernel } = args;
  if (kernel === 'wide') requireWideKernel();
  const isMeet = algorithm !== 'bitmask' && depth === undefined && n <= MAX_MEET_N;
  return kernel === 'auto' && isMeet && n >= MIN_N && hasWideKernel();
}

/** @throws UsageError or OperationalError if this machine cannot run the wide kernel. */
export function requireWideKernel(): void {
  const obstacle = findObstacle();
  if (obstacle) throw new UsageError(`${obstacle}; use --kernel auto`);
  const problem = checkOnce();
  if (problem) throw new OperationalError(`${problem}; use --kernel auto`);
}

/** Returns which requirement of the wide kernel this machine does not meet; undefined if it meets all. */
export function findObstacle(): string | undefined {
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

/** Returns whether the wide kernel works on this machine, and prints a message if its check fails. */
export function hasWideKernel(): boolean {
  if (findObstacle() !== undefined) return false;
  const problem = checkOnce();
  if (problem) logMessage(`${problem}, so the fast one is used`);
  return problem === undefined;
}

/** The result of the check; null before the check. */
let checked: string | undefined | null = null;

/** Checks the kernel, but only once. @returns why it cannot count; undefined if it can. */
function checkOnce(): string | undefined {
  if (checked === null) checked = findProblem();
  return checked;
}

/**
 * Sets V8's options and checks the kernel. By default, V8 compiles functions quickly and optimizes them later in the
 * background, so the check would run only unoptimized code. During the check, V8 therefore optimizes them at once.
 */
function findProblem(): string | undefined {
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
