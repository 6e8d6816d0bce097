import type { WriteStream } from 'node:tty';

/** auto, always or never: the value of --color and of --progress. */
export type When = 'auto' | 'always' | 'never';

/** Whether what is written to `stream` is coloured. Judged per stream; https://no-color.org. */
export function isColored(stream: Pick<WriteStream, 'isTTY'>, when: When, env = process.env): boolean {
  if (when !== 'auto') return when === 'always';
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return stream.isTTY && env.TERM !== 'dumb';
}

/**
 * Whether `stream` shows things that move: only a terminal that can, and not a log that CI keeps. A terminal without
 * columns (a pseudo-terminal that nobody gave a size) cannot: ora would clear an infinite number of lines.
 */
export function isAnimated(stream: Pick<WriteStream, 'isTTY' | 'columns'>, env = process.env): boolean {
  return stream.isTTY && stream.columns > 0 && env.TERM !== 'dumb' && !env.CI;
}
