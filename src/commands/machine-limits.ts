import { threadsFor } from '../count/count.js';
import { fewerThreads, type ResolvedThreads } from '../executors/threads.js';
import { isMeetFaster } from '../plan/choose-plan.js';
import type { Share } from '../plan/plan.js';
import type { KernelKind } from '../plan/subproblem.js';
import { DEFAULT_THREAD_MEMORY, PROGRAM_BYTES, threadMemory } from '../plan/thread-count.js';
import { logMessage } from '../terminal/terminal.js';
import { megabytes } from '../text/numbers.js';

/** The notes that were printed, because a command may count many boards. */
const printed = new Set<string>();

/** Says before a count on stderr, once each, where this machine limits it: its cores, its processor, its memory. */
export function noteLimits(share: Share, choice: ResolvedThreads, kernel: KernelKind): void {
  const threads = threadsFor(share, choice, kernel);
  const notes = [
    threads > 1 && fewerThreads(choice),
    slowerAlgorithm(share, choice),
    shortMemory(threadMemory(share, kernel), threads, PROGRAM_BYTES + choice.memoryAtHand),
  ];
  for (const note of notes) {
    if (!note || printed.has(note)) continue;
    printed.add(note);
    logMessage(note);
  }
}

function slowerAlgorithm({ n, algorithm }: Share, { lacksSimd }: ResolvedThreads): string | undefined {
  if (!lacksSimd || algorithm !== 'bitmask' || !isMeetFaster(n)) return undefined;
  return 'this processor has no SIMD (SSE4.1), so bitmask counts, which is slower than meet';
}

/** Compares the memory that a count may take with what is here, in bytes. */
function shortMemory(thread: number, threads: number, here: number): string | undefined {
  const needed = PROGRAM_BYTES + Math.max(1, threads) * thread;
  if (needed > here)
    return `the count may take ${megabytes(needed)} of memory, and this machine has ${megabytes(here)}`;
  const hasRoom = here >= PROGRAM_BYTES + DEFAULT_THREAD_MEMORY || needed < 0.9 * here;
  return hasRoom
    ? undefined
    : `this machine has ${megabytes(here)} of memory: the count uses one thread with ${megabytes(thread)}`;
}
