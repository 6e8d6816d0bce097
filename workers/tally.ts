import type { PartialCount } from '../src/plan/partial-count.js';

/** What a kernel finds out about a subproblem; whose it is and how long it took are added by its caller. */
export type Tally = Pick<PartialCount, 'count' | 'work'>;
