/** The same function, but however many call it while it is at work, it does the work once for all of them. */
export function sharedCall<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  return () => {
    underWay ??= call().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
