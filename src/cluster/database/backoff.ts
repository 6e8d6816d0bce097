import { setTimeout as delay } from 'node:timers/promises';

/** The pauses between attempts: each twice as long as the one before, up to a bound. */
export class Backoff {
  readonly #first: number;
  readonly #longest: number;
  #milliseconds: number;

  /** @param first the first pause and the bound, both in milliseconds. */
  constructor(first: number, longest: number) {
    this.#first = first;
    this.#longest = longest;
    this.#milliseconds = first;
  }

  /** How long the next pause is. */
  get milliseconds(): number {
    return this.#milliseconds;
  }

  increase(): void {
    this.#milliseconds = Math.min(2 * this.#milliseconds, this.#longest);
  }

  /** After a success: the next pause is the first again. */
  reset(): void {
    this.#milliseconds = this.#first;
  }

  /** Waits, and increases the next pause. @throws the signal's reason once it is aborted. */
  async pause(signal?: AbortSignal): Promise<void> {
    await delay(this.#milliseconds, undefined, { signal }).catch(() => signal?.throwIfAborted());
    this.increase();
  }
}
