import type { Cell } from '../../board/attacked.js';
import { Replay } from '../../text/replay.js';
import { traceSteps } from '../../text/trace.js';
import { newSearch, type SearchEvent } from '../../textbook/search.js';
import type { SolverName } from '../../textbook/solver-names.js';
import { solvers } from '../../textbook/solvers.js';

/** A step of a search, with all that there is to see of it. */
export interface SearchFrame {
  /** From 1. */
  readonly step: number;
  readonly event: SearchEvent;
  /** On the board after the step, from the first row on. */
  readonly queens: readonly Cell[];
  /** Queens placed so far, those taken back too. */
  readonly nodes: number;
  /** Conflict tests so far. */
  readonly tests: number;
  /** Solutions found so far. */
  readonly solutions: number;
}

/** The steps of a solver as the solver itself tells them. */
export function* searchFrames(n: number, solver: SolverName): Generator<SearchFrame, void, undefined> {
  const search = newSearch({ watched: true });
  let step = 0;
  let solutions = 0;
  for (const { event, queens } of traceSteps(solvers[solver].solve(n, search))) {
    if (event.kind === 'solution') solutions++;
    yield { step: ++step, event, queens, nodes: search.nodes, tests: search.tests, solutions };
  }
}

/** Milliseconds between two pictures: twenty a second, however many steps. */
const BEAT = 50;

/** Milliseconds of searching at a time, so that the page stays awake. */
const SLICE = 20;

/** Leafs through a search: by hand, by the clock, or in one go to the next solution. */
export class SearchPlayer {
  readonly #replay: Replay<SearchFrame>;
  readonly #onChange: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #jump: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange called whenever something else is to be shown. */
  constructor(n: number, solver: SolverName, onChange: () => void) {
    this.#replay = new Replay(searchFrames(n, solver));
    this.#onChange = onChange;
    this.#replay.forward();
  }

  get frame(): SearchFrame | undefined {
    return this.#replay.frame;
  }

  get isOver(): boolean {
    return this.#replay.ended;
  }

  get canGoBack(): boolean {
    return this.#replay.canGoBack;
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  /** Whether it is on its way to the next solution. */
  get isJumping(): boolean {
    return this.#jump !== undefined;
  }

  forward(): void {
    this.pause();
    this.#replay.forward();
    this.#onChange();
  }

  back(): void {
    this.pause();
    this.#replay.back();
    this.#onChange();
  }

  /** @param speed steps a second. */
  play(speed: number): void {
    this.pause();
    const beat = Math.max(BEAT, 1000 / speed);
    const steps = Math.max(1, Math.round((speed * beat) / 1000));
    this.#timer = setInterval(() => {
      for (let i = 0; i < steps; i++) this.#replay.forward();
      if (this.isOver) this.pause();
      this.#onChange();
    }, beat);
    this.#onChange();
  }

  /** Goes on until the next solution is found, or the search is over. */
  jump(): void {
    this.pause();
    this.#jump = setTimeout(() => {
      const end = performance.now() + SLICE;
      let isFound = false;
      while (!isFound && performance.now() < end && this.#replay.forward()) {
        isFound = this.#replay.frame?.event.kind === 'solution';
      }
      if (isFound || this.isOver) this.pause();
      else this.jump();
      this.#onChange();
    });
    this.#onChange();
  }

  /** Stops whatever goes by itself. */
  pause(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#jump);
    this.#timer = undefined;
    this.#jump = undefined;
  }
}
