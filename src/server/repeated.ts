/** A repetition that goes on until it is stopped. */
export interface Repetition {
  stop(): void;
}

/**
 * Calls a function again and again, the next time so many milliseconds after it is through: calls never pile up.
 *
 * @param action must not reject.
 */
export function repeated(action: () => Promise<void>, milliseconds: number): Repetition {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  function next(): void {
    if (isStopped) return;
    timer = setTimeout(async () => {
      await action();
      next();
    }, milliseconds);
  }
  next();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
