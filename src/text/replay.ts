/** Frames that are remembered for going back. Older ones are forgotten: a search has no end of them. */
const MEMORY = 10_000;

/** Frames to leaf through: asked for one by one as one goes forward, remembered for going back. */
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

  /** Returns whether there is a frame before this one that is remembered. */
  get canGoBack(): boolean {
    return this.#at > 0;
  }

  /** Returns whether the frame in view is known to be the last. */
  get ended(): boolean {
    return this.#ended && this.#at === this.#seen.length - 1;
  }

  /** Goes to the next frame. False if there is none. */
  forward(): boolean {
    if (this.#at === this.#seen.length - 1 && !this.#see()) return false;
    this.#at++;
    return true;
  }

  /** Goes to the frame before. False if there is none, or it is forgotten. */
  back(): boolean {
    if (!this.canGoBack) return false;
    this.#at--;
    return true;
  }

  /** Takes one more frame in, behind those seen. */
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
