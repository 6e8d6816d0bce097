import type { LocalCounting } from '../count/local-counting.js';
import { fewerThreads } from '../executors/threads.js';
import { isMeetFaster } from '../plan/choose-plan.js';
import type { Share } from '../plan/plan.js';
import { threadBytes } from '../plan/thread-count.js';
import { PROGRAM_BYTES } from '../plan/thread-memory.js';
import { logMessage } from '../terminal/terminal.js';
import { megabytes } from '../text/numbers.js';

/** The notes that were printed, because a command may count many boards. */
const printed = new Set<string>();

/** Says before a count on stderr, once each, where this machine limits it: its cores, its processor, its memory. */
export function noteLimits({ left, machine, threads, memory, kernel }: LocalCounting): void {
  const { lacksSimd, memoryAtHand = Number.POSITIVE_INFINITY } = machine;
  const notes = [
    threads > 1 && fewerThreads(machine),
    lacksSimd && slowerAlgorithm(left),
    shortMemory(Math.max(1, threads) * threadBytes(left, memory, kernel), memoryAtHand),
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

/** Compares the memory that the threads of a count may take with the memory at hand, in bytes. */
function shortMemory(threads: number, atHand: number): string | undefined {
  if (threads <= atHand) return undefined;
  const [needed, free] = [threads, atHand].map((bytes) => megabytes(PROGRAM_BYTES + bytes));
  return `the count may take ${needed} of memory, and this machine has ${free} free`;
}
