/**
 * Work that can pause: a generator that yields after each step of about 20 microseconds and returns the result.
 * Building or hashing a plan is such work, because a plan for 28 queens takes seconds. Callers choose between
 * `runSteps` and `takeSteps`.
 */
export type Steps<Result> = Generator<undefined, Result>;

export function* mapInSteps<Item, Result>(items: Iterable<Item>, map: (item: Item) => Result): Steps<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    yield;
  }
  return results;
}

/** Runs all steps without a pause and returns the result. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Milliseconds of work between two pauses. */
const PAUSE_INTERVAL = 20;

/**
 * Runs all steps, pausing about every 20 ms to let the event loop handle signals and other events.
 *
 * @throws the signal's reason after an abort; the errors of the steps.
 */
export async function takeSteps<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  let resumed = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - resumed < PAUSE_INTERVAL) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    resumed = performance.now();
  }
}
