/** Number of frames that are remembered for going back. */
const MEMORY = 10_000;

/** A sequence of frames to go through in both directions. They are generated on demand, and remembered for going back. */
export class Replay<Frame> {
  readonly #frames: Iterator<Frame>;
  #seen: Frame[] = [];
  #at = -1;
  #ended = false;

  constructor(frames: Iterable<Frame>) {
    this.#frames = frames[Symbol.iterator]();
  }

  /** Returns the frame in view; none before the first. */
  get frame(): Frame | undefined {
    return this.#seen[this.#at];
  }

  /** Returns whether the frame before this one exists and is remembered. */
  get canGoBack(): boolean {
    return this.#at > 0;
  }

  /** Returns whether the frame in view is known to be the last. */
  get ended(): boolean {
    return this.#ended && this.#at === this.#seen.length - 1;
  }

  /** Goes to the next frame. @returns false if there is none. */
  forward(): boolean {
    if (this.#at === this.#seen.length - 1 && !this.#see()) return false;
    this.#at++;
    return true;
  }

  /** Goes to the frame before. @returns false if there is none, or it is forgotten. */
  back(): boolean {
    if (!this.canGoBack) return false;
    this.#at--;
    return true;
  }

  /** Generates the next frame. */
  #see(): boolean {
    const next = this.#ended ? { done: true as const } : this.#frames.next();
    if (next.done) {
      this.#ended = true;
      return false;
    }
    this.#seen.push(next.value);
    if (this.#seen.length > MEMORY) {
      this.#seen.shift();
      this.#at--;
    }
    return true;
  }
}
