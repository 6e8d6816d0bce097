/** The progress of a count on stderr, while it runs and when it is interrupted. */
import { styleText } from 'node:util';
import { howFar, type Progress, progressLine } from '../text/progress-line.js';
import { Interruption, interruptible } from './interruption.js';
import { print, standardError } from './standard-streams.js';
import { isColored, statusLine, type When } from './terminal.js';

/** How to show progress, as the command line says. */
export interface ProgressOptions {
  readonly progress: When;
  readonly color: When;
  readonly quiet: boolean;
  /** The name of this part of the work, before its progress. */
  readonly phase?: string | undefined;
}

/** A signal that stops a counting task, and a function that takes its progress, at least twice a second. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Milliseconds between two lines at least: where a line moves, and where with `always` plain ones are printed. */
const MOVING_EVERY = 100;
const PLAIN_EVERY = 10_000;

/**
 * Runs a counting task: SIGINT and SIGTERM stop it, and its progress shows on stderr.
 *
 * @param howToGoOn advice for the user after an interruption, beside how far the task got.
 * @throws Interruption, which says how far the task got.
 */
export async function withProgress<T>(
  { progress, color, quiet, phase }: ProgressOptions,
  task: (watch: Watch) => Promise<T>,
  howToGoOn?: string,
): Promise<T> {
  const title = phase === undefined ? '' : `${phase}, `;
  const status = quiet || progress === 'never' ? undefined : statusLine();
  const every = status ? MOVING_EVERY : PLAIN_EVERY;
  const isPlain = !status && !quiet && progress === 'always';
  let latest: Progress | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  function onProgress(now: Progress): void {
    latest = now;
    if (performance.now() - shownAt < every) return;
    shownAt = performance.now();
    status?.show((columns) => colored(title + progressLine(now, columns - title.length)));
    if (isPlain) print(2, `${title}${progressLine(now)}\n`);
  }
  /** Colours the bar. */
  function colored(line: string): string {
    if (!isColored(standardError(), color)) return line;
    return line.replace(/\[[#.]+\]/, (bar) => styleText('cyan', bar, { validateStream: false }));
  }
  try {
    return await interruptible((signal) => task({ signal, onProgress }));
  } catch (error) {
    if (error instanceof Interruption && latest) {
      error.message += `: ${howFar(latest)}${howToGoOn ? `; ${howToGoOn}` : ''}`;
    }
    throw error;
  } finally {
    status?.clear();
  }
}
