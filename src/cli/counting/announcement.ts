/** What to say before a count: how long it will take, and how this machine limits it. */
import { sum } from '../../core/runs/estimate.js';
import { formatSeconds } from '../../core/text/durations.js';
import { megabytes, plural } from '../../core/text/numbers.js';
import type { LocalCountTask } from '../../node/count/local-count-task.js';
import type { Measurement } from '../../node/count/measurement.js';
import type { Machine } from '../../node/machine/machine.js';
import { PROGRAM_BYTES } from '../../node/machine/memory.js';
import { logMessage } from '../../node/terminal/terminal.js';
import { findLack } from '../../node/threads/compile-kernel.js';

/** Counts longer than this many seconds are announced. */
const LONG = 180;

/** The same limit for audits and verified counts. It is lower because few users expect a recount to take long. */
const LONG_SECOND_COUNT = 10;

/** Counts longer than this many seconds should have a checkpoint. */
const TOO_LONG_TO_LOSE = 600;

export interface AnnouncementOptions {
  /** The task; by default `count`. */
  readonly noun?: 'count' | 'audit' | undefined;
  /** Whether to recommend a checkpoint for a long count. */
  readonly suggestCheckpoint?: boolean | undefined;
}

export interface CountForecast extends Pick<Measurement, 'busy'> {
  /** Expected time in seconds if other programs stay as busy as they were during the measurement. */
  readonly seconds: number;
}

/**
 * Returns the sentences to print before a long count or audit, one per line, or an empty string for a short one.
 *
 * @param forecasts one for the count and, with --verify, another one for its verification.
 */
export function formatAnnouncement(
  forecasts: readonly CountForecast[],
  options: AnnouncementOptions & { readonly threads: number },
): string {
  const { threads, noun = 'count', suggestCheckpoint = false } = options; // there may be more threads than cores
  const times = forecasts.map(({ seconds }) => seconds);
  const idle = forecasts.map(({ seconds, busy }) => (1 - busy) * seconds);
  const isSecondCount = noun === 'audit' || forecasts.length > 1;
  if (sum(times) < (isSecondCount ? LONG_SECOND_COUNT : LONG)) return '';
  const takes = formatTimes(times, ` on ${plural(threads, 'thread')} of this machine`);
  const isWorthSaving = suggestCheckpoint && sum(times) > TOO_LONG_TO_LOSE;
  const hint = isWorthSaving ? '; with --checkpoint FILE, you can stop and resume it' : '';
  const taken = describeLoad(1 - sum(idle) / sum(times));
  const remark = taken && `Right now, ${taken}; on an idle machine, it would take ${formatTimes(idle)}.\n`;
  return `This ${noun} will take ${takes}${hint}.\n${remark}`;
}

function formatTimes([first = 0, second]: readonly number[], where = ''): string {
  const again = second === undefined ? '' : `, and its verification about ${formatSeconds(second)}`;
  return `about ${formatSeconds(first)}${where}${again}`;
}

/** Describes the fraction of the processor that other programs take. Returns '' if it is negligible. */
export function describeLoad(fraction: number): string {
  const percent = Math.min(5 * Math.round(20 * fraction), 95);
  return percent > 0 ? `other programs take about ${percent}% of the processor` : '';
}

/** Minimum expected time, in milliseconds, at which users may ask why a count with the reference kernel is slow. */
const MIN_SLOW_COST = 500;

/** Notes that have been printed, so a command that counts many boards does not repeat them. */
const printed = new Set<string>();

/** Prints notes on the limits of a count, each note only once. */
export function noteLimits({ left, machine, fit }: LocalCountTask): void {
  const isSlow = fit.kernel === 'reference' && fit.slowdown * left.cost >= MIN_SLOW_COST;
  const lack = isSlow ? findLack() : undefined;
  const notes = [
    lack && `${lack}, so the count uses the reference kernel, which is slower`,
    describeThreadLimit(machine, Math.max(1, fit.threads), fit.threadBytes),
  ];
  for (const note of notes) {
    if (!note || printed.has(note)) continue;
    printed.add(note);
    logMessage(note);
  }
}

/**
 * Describes what limits the threads of a count and how many threads would be faster. Returns undefined if nothing does.
 * Up to two threads per core are not reported, because they do no harm.
 *
 * @param bytesPerThread upper bound for each thread's memory.
 */
export function describeThreadLimit(machine: Machine, threads: number, bytesPerThread: number): string | undefined {
  const { cores, availableMemory } = machine;
  const fitting = Math.max(1, Math.min(cores, Math.floor(availableMemory / bytesPerThread)));
  const remedy = fitting < threads ? `; --threads ${fitting} would be faster` : '';
  const neededBytes = threads * bytesPerThread;
  if (neededBytes > availableMemory) {
    const needed = megabytes(PROGRAM_BYTES + neededBytes);
    const free = megabytes(PROGRAM_BYTES + availableMemory);
    return `${plural(threads, 'thread')} may take ${needed} of memory, but this machine has ${free} free${remedy}`;
  }
  return threads > 2 * cores ? `${threads} threads share ${plural(cores, 'core')}${remedy}` : undefined;
}
