/**
 * Work that can pause: a generator that yields after each step of about 20 microseconds and returns the result. A plan
 * for 28 queens takes seconds, so a caller that must not block the event loop for that long pauses between steps.
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
