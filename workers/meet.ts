import type { MeetSubproblem } from '../src/plan/subproblem.js';
import { plainKernel } from './meet-plain.js';
import { countPlainReadably } from './meet-plain-readable.js';
import { wideKernel } from './meet-wide.js';
import { countWideReadably } from './meet-wide-readable.js';
import type { Tally } from './tally.js';

/** What the meet kernels are made from, by variant. Compiled once a process and handed to its worker threads. */
export interface MeetModules {
  readonly plain: WebAssembly.Module;
  readonly wide: WebAssembly.Module;
}

/**
 * The fast meet-in-the-middle kernel, of both variants. An instance of a module is made when its first subproblem
 * comes, and keeps its memory for the next ones: make one kernel a thread.
 *
 * @throws OutOfMemoryError (the function returned) if a subproblem outgrows its memory; the kernel can be used on.
 */
export function meetKernel(modules: MeetModules): (subproblem: MeetSubproblem) => Tally {
  let countPlain: ReturnType<typeof plainKernel> | undefined;
  let countWide: ReturnType<typeof wideKernel> | undefined;
  return (subproblem) => {
    if (subproblem.variant === 'wide') {
      countWide ??= wideKernel(modules.wide);
      return countWide(subproblem);
    }
    countPlain ??= plainKernel(modules.plain);
    return countPlain(subproblem);
  };
}

/** The readable twin of both variants: the same counts and work, many times slower. */
export function countMeetReadably(subproblem: MeetSubproblem): Tally {
  return subproblem.variant === 'wide' ? countWideReadably(subproblem) : countPlainReadably(subproblem);
}
