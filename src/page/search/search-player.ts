import type { Cell } from '../../board/attacked.js';
import { Replay } from '../../text/replay.js';
import { newSearch, type SearchEvent } from '../../textbook/search.js';
import type { SolverName } from '../../textbook/solver-names.js';
import { solvers } from '../../textbook/solvers.js';
import { traceSteps } from '../../textbook/trace.js';

/** The solvers to watch. Each stores the queens differently. */
export type WatchedSolver = Extract<SolverName, 'column-array' | 'diagonal-flags' | 'bitmask'>;

/** A step of a search with the state after it. */
export interface SearchFrame {
  /** Number of the step, from 1. */
  readonly step: number;
  readonly event: SearchEvent;
  /** The queens after the step, from the top row down. */
  readonly queens: readonly Cell[];
  /** Number of queens placed so far, including removed ones. */
  readonly nodes: number;
  /** Number of conflict tests so far. */
  readonly tests: number;
  /** Number of solutions found so far. */
  readonly solutions: number;
}

/** Yields the steps of a solver from its events. */
function* searchFrames(n: number, solver: SolverName): Generator<SearchFrame, void, undefined> {
  const search = newSearch({ watched: true });
  let step = 0;
  let solutions = 0;
  for (const { event, queens } of traceSteps(solvers[solver].solve(n, search))) {
    if (event.kind === 'solution') solutions++;
    yield { step: ++step, event, queens, nodes: search.nodes, tests: search.tests, solutions };
  }
}

/** Numbers of queens that backtracking places (OEIS A319283 without the root) and of solutions, for n from 4 to 12. */
const SEARCHES = [
  [16, 2],
  [53, 10],
  [152, 4],
  [551, 40],
  [2056, 92],
  [8393, 352],
  [35538, 724],
  [166925, 2680],
  [856188, 14200],
] as const;

/**
 * Returns the number of steps of a whole search, for 4 to 12 queens. Each queen is placed and removed. The search
 * enters the first row once, and the next row each time it places a queen above the last row. In each row, `bitmask`
 * computes masks and tries the free columns. The other solvers try all n columns.
 */
export function totalSteps(n: number, solver: WatchedSolver): number {
  const [queens, solutions] = SEARCHES[n - 4] ?? [0, 0];
  const rows = 1 + queens - solutions;
  const tries = solver === 'bitmask' ? rows + queens : n * rows;
  return tries + 2 * queens + solutions;
}

/** Shortest time between two drawings, in milliseconds. */
const DRAWING_INTERVAL = 50;

/** Longest search without a pause, in milliseconds. A longer search would make the page unresponsive. */
const SLICE = 20;

/** A player for a search. It moves step by step, by a timer, or directly to any step. */
export class SearchPlayer {
  readonly #restarted: () => Replay<SearchFrame>;
  readonly #onChange: () => void;
  /** Number of the last step of the whole search. */
  readonly lastStep: number;
  #replay: Replay<SearchFrame>;
  #timer: ReturnType<typeof setInterval> | undefined;
  #seek: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange is called when the view must be drawn again. */
  constructor(n: number, solver: WatchedSolver, onChange: () => void) {
    this.#restarted = () => {
      const replay = new Replay(searchFrames(n, solver));
      replay.forward();
      return replay;
    };
    this.#replay = this.#restarted();
    this.#onChange = onChange;
    this.lastStep = totalSteps(n, solver);
  }

  get frame(): SearchFrame | undefined {
    return this.#replay.frame;
  }

  get isOver(): boolean {
    return this.frame?.step === this.lastStep;
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  /** Whether the player is searching for a distant step. */
  get isSeeking(): boolean {
    return this.#seek !== undefined;
  }

  forward(): void {
    this.pause();
    this.#replay.forward();
    this.#onChange();
  }

  back(): void {
    this.goTo((this.frame?.step ?? 1) - 1);
  }

  /** Plays the search from the current step. @param speed steps a second. */
  play(speed: number): void {
    this.pause();
    const interval = Math.max(DRAWING_INTERVAL, 1000 / speed);
    const steps = Math.max(1, Math.round((speed * interval) / 1000));
    this.#timer = setInterval(() => {
      for (let i = 0; i < steps; i++) this.#replay.forward();
      if (this.isOver) this.pause();
      this.#onChange();
    }, interval);
    this.#onChange();
  }

  /** Goes to a step, or to the last step if the number is too large. */
  goTo(step: number): void {
    this.#goBackUntil((frame) => frame.step <= step);
    this.#seekUntil((frame) => frame.step >= step);
  }

  /** Goes to the step at which the search has placed `nodes` queens. */
  goToNode(nodes: number): void {
    this.#goBackUntil((frame) => frame.nodes < nodes || frame.step === 1);
    this.#seekUntil((frame) => frame.nodes >= nodes);
  }

  /** Goes forward to the next solution, or to the end of the search. */
  goToNextSolution(): void {
    const found = this.frame?.solutions ?? 0;
    this.#seekUntil((frame) => frame.solutions > found);
  }

  /** Goes back to the solution before this step, or to the first step. */
  goToPreviousSolution(): void {
    const { event, solutions = 0 } = this.frame ?? {};
    const wanted = event?.kind === 'solution' ? solutions - 1 : solutions;
    this.#goBackUntil((frame) => frame.solutions < wanted || frame.step === 1);
    this.#seekUntil((frame) => frame.solutions >= wanted);
  }

  /** Stops playing and searching. */
  pause(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#seek);
    this.#timer = undefined;
    this.#seek = undefined;
  }

  /** Goes back to a step, or to the first step if that step is no longer stored. */
  #goBackUntil(isReached: (frame: SearchFrame) => boolean): void {
    this.pause();
    while (this.frame && !isReached(this.frame)) {
      if (!this.#replay.back()) {
        this.#replay = this.#restarted();
        return;
      }
    }
  }

  /** Goes forward to a step, in slices of time. */
  #seekUntil(isReached: (frame: SearchFrame) => boolean): void {
    this.pause();
    const end = performance.now() + SLICE;
    while (this.frame && !isReached(this.frame) && this.#replay.forward()) {
      if (performance.now() > end) {
        this.#seek = setTimeout(() => this.#seekUntil(isReached));
        break;
      }
    }
    this.#onChange();
  }
}
