/** More threads than any machine has: a larger number is a typing error. */
export const MOST_THREADS = 1024;

/** How many worker threads to plan for. The planner asks no machine: see src/executors/threads.ts. */
export interface ThreadChoice {
  /** From 1 to 1024; by default 1. */
  readonly threads?: number | undefined;
  /** True if nobody asked for this number of threads: fewer may be used where that is as fast. By default false. */
  readonly threadsAreDefault?: boolean | undefined;
}
