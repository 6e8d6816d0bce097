/**
 * Work that can pause: a generator that yields after each step of about 20 microseconds and returns the result. A plan
 * for 28 queens takes seconds, so a caller that must not block the event loop for that long pauses between steps.
 */
export type Steps<Result> = Generator<undefined, Result>;

/** Milliseconds of work between two pauses. */
const PAUSE_INTERVAL = 20;

export function* mapInSteps<Item, Result>(items: Iterable<Item>, map: (item: Item) => Result): Steps<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    yield;
  }
  return results;
}

/** Takes all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Takes all steps, with a pause about every 20 ms. @throws the errors of the steps and of `pause`. */
export async function runStepsWithPauses<Result>(steps: Steps<Result>, pause: () => Promise<void>): Promise<Result> {
  let resumed = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - resumed < PAUSE_INTERVAL) continue;
    await pause();
    resumed = performance.now();
  }
}
