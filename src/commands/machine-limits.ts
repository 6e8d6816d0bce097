import type { LocalCounting } from '../count/local-counting.js';
import { fewerThreads } from '../executors/threads.js';
import { isMeetFaster } from '../plan/choose-plan.js';
import type { Share } from '../plan/plan.js';
import { DEFAULT_THREAD_MEMORY, PROGRAM_BYTES, threadMemory } from '../plan/thread-count.js';
import { logMessage } from '../terminal/terminal.js';
import { megabytes } from '../text/numbers.js';

/** The notes that were printed, because a command may count many boards. */
const printed = new Set<string>();

/** Says before a count on stderr, once each, where this machine limits it: its cores, its processor, its memory. */
export function noteLimits({ left, machine, threads, kernel }: LocalCounting): void {
  const { lacksSimd, memoryAtHand = Number.POSITIVE_INFINITY } = machine;
  const notes = [
    threads > 1 && fewerThreads(machine),
    lacksSimd && slowerAlgorithm(left),
    shortMemory(threadMemory(left, kernel), threads, PROGRAM_BYTES + memoryAtHand),
  ];
  for (const note of notes) {
    if (!note || printed.has(note)) continue;
    printed.add(note);
    logMessage(note);
  }
}

function slowerAlgorithm({ n, algorithm }: Share): string | undefined {
  if (algorithm !== 'bitmask' || !isMeetFaster(n)) return undefined;
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
