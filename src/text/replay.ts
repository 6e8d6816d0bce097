/** Largest number of frames that are kept for going back. */
const MOST_KEPT = 10_000;

/** A sequence of frames to step through in both directions. Frames are generated on demand, and kept for going back. */
export class Replay<Frame> {
  readonly #frames: Iterator<Frame>;
  #seen: Frame[] = [];
  #position = -1;
  #ended = false;

  constructor(frames: Iterable<Frame>) {
    this.#frames = frames[Symbol.iterator]();
  }

  /** Returns the current frame; undefined before the first. */
  get frame(): Frame | undefined {
    return this.#seen[this.#position];
  }

  /** Returns whether the previous frame exists and was kept. */
  get canGoBack(): boolean {
    return this.#position > 0;
  }

  /** Returns whether the current frame is known to be the last. */
  get ended(): boolean {
    return this.#ended && this.#position === this.#seen.length - 1;
  }

  /** Goes to the next frame. @returns false if there is none. */
  forward(): boolean {
    if (this.#position === this.#seen.length - 1 && !this.#generate()) return false;
    this.#position++;
    return true;
  }

  /** Goes to the previous frame. @returns false if there is none, or it was not kept. */
  back(): boolean {
    if (!this.canGoBack) return false;
    this.#position--;
    return true;
  }

  /** Generates the next frame. @returns false if there is none. */
  #generate(): boolean {
    const next = this.#ended ? { done: true as const } : this.#frames.next();
    if (next.done) {
      this.#ended = true;
      return false;
    }
    this.#seen.push(next.value);
    if (this.#seen.length > MOST_KEPT) {
      this.#seen.shift();
      this.#position--;
    }
    return true;
  }
}
