/** The progress of a count on stderr, while it runs and when it is interrupted. */
import { howFar, type ProgressFigures, progressLine } from '../text/progress-line.js';
import { Interruption, interruptible } from './interruption.js';
import type { ProgressDisplay } from './spinner.js';
import { isAnimated, isColored, type When } from './terminal.js';

/** How to show progress, as the command line says. */
export interface ProgressOptions {
  readonly progress: When;
  readonly color: When;
  readonly quiet: boolean;
}

/** What a counting task is given: a signal that stops it, and where to report progress. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ProgressFigures) => void;
}

/**
 * Runs a counting task: SIGINT and SIGTERM stop it, and its progress shows on stderr.
 *
 * @param howToGoOn what the user is told after an interruption, beside how far the task got.
 * @throws Interruption, which says how far the task got.
 */
export async function withProgress<T>(
  { progress, color, quiet }: ProgressOptions,
  task: (watch: Watch) => Promise<T>,
  howToGoOn?: string,
): Promise<T> {
  const display = await progressDisplay(quiet ? 'never' : progress, isColored(process.stderr, color));
  const clock = new Stopwatch();
  let latest: ProgressFigures | undefined;
  let reportedAt = 0;
  function onProgress(now: ProgressFigures): void {
    latest = now;
    reportedAt = clock.seconds;
    display.show(now, reportedAt);
  }
  /** Between reports, which may be minutes apart, the time goes on. */
  function tick(): void {
    clock.check();
    if (!latest) return;
    const { secondsLeft } = latest;
    const left = secondsLeft && Math.max(0, secondsLeft - (clock.seconds - reportedAt));
    display.show({ ...latest, secondsLeft: left }, clock.seconds);
  }
  const ticking = setInterval(tick, TICK);
  try {
    return await interruptible((signal) => task({ signal, onProgress }));
  } catch (error) {
    if (error instanceof Interruption && latest) {
      error.message += `: ${howFar(latest, clock.seconds)}${howToGoOn ? `; ${howToGoOn}` : ''}`;
    }
    throw error;
  } finally {
    clearInterval(ticking);
    clock.close();
    display.clear();
  }
}

/** Milliseconds between two looks at the clock. */
const TICK = 500;

/** Seconds since it was made, but for those in which the process was stopped (Ctrl-Z). */
class Stopwatch {
  readonly #start = performance.now();
  #checked = this.#start;
  #stopped = 0;
  /** The latest long pause between two checks: a stop, or a thread that was busy. */
  #pause = { milliseconds: 0, end: this.#start };

  /** The process goes on after a stop. A check that was due may have come before this signal. */
  readonly #goOn = (): void => {
    this.check();
    if (performance.now() - this.#pause.end < TICK) this.#stopped += this.#pause.milliseconds;
    this.#pause = { ...this.#pause, milliseconds: 0 };
  };

  constructor() {
    if (process.platform !== 'win32') process.on('SIGCONT', this.#goOn);
  }

  get seconds(): number {
    return (performance.now() - this.#start - this.#stopped) / 1000;
  }

  /** To be called at every tick. */
  check(): void {
    const now = performance.now();
    if (now - this.#checked > 2 * TICK) this.#pause = { milliseconds: now - this.#checked, end: now };
    this.#checked = now;
  }

  close(): void {
    process.off('SIGCONT', this.#goOn);
  }
}

const SILENT: ProgressDisplay = { show() {}, clear() {} };

/** Milliseconds between two plain lines, where nothing can move. */
const PLAIN_LINE_EVERY = 10_000;

/**
 * The display that suits stderr: a spinner where things can move; with `always`, elsewhere, a plain line every ten
 * seconds; else nothing.
 */
async function progressDisplay(when: When, color: boolean): Promise<ProgressDisplay> {
  if (when === 'never') return SILENT;
  // A file of its own, which loads ora: that takes 40 ms, and the program's code cache allows no import of a package.
  if (isAnimated(process.stderr)) return (await import('./spinner.js')).spinner(color);
  return when === 'always' ? plainLines() : SILENT;
}

function plainLines(): ProgressDisplay {
  let last = Number.NEGATIVE_INFINITY;
  return {
    show(progress, elapsed) {
      if (performance.now() - last < PLAIN_LINE_EVERY) return;
      last = performance.now();
      process.stderr.write(`${progressLine(progress, elapsed)}\n`);
    },
    clear() {},
  };
}
