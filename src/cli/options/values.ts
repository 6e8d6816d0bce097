/** Parsers for parts, sources, ranges, columns, and other values on the command line. */
import { type PartialPlacement, parsePlacement } from '../../core/board/placement.js';
import { UsageError } from '../../core/errors/errors.js';
import type { Part } from '../../core/plan/part.js';
import { MAX_THREADS } from '../../core/plan/plan.js';
import { quoted } from '../../core/text/quoted.js';
import { parseInteger } from './option.js';

/** Parses a part, such as `3/16`. @throws UsageError unless 1 <= k <= m. */
export function parsePart(text: string, name: string): Part {
  const [, k, m] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const part = { k: Number(k), m: Number(m) };
  if (part.k >= 1 && part.k <= part.m) return part;
  throw new UsageError(`${name} must be K/M with 1 <= K <= M, such as 3/16, not ${quoted(text)}`);
}

/** Parses megabytes into bytes. @throws UsageError, which suggests the number for `64MB` or `1G`. */
export function parseMegabytes(text: string, name: string): number {
  const [, number, unit = ''] = /^(\d+) ?([mg]i?b?)?$/i.exec(text) ?? [];
  const megabytes = Number(number) * (/^g/i.test(unit) ? 1024 : 1);
  const isAllowed = megabytes >= 2 && megabytes <= 4096;
  if (isAllowed && unit === '') return megabytes * 2 ** 20;
  const hint = isAllowed ? `; did you mean ${megabytes}?` : '';
  throw new UsageError(`${name} must be a number of megabytes from 2 to 4096, not ${quoted(text)}${hint}`);
}

/** Parses a maximum number of threads. @throws UsageError, which tells what to write instead of `all` or `max`. */
export function parseThreads(text: string, name: string): number {
  const hint = /^(all|auto|max|100%)$/i.test(text) ? '; 0 means one per core' : '';
  if (hint) throw new UsageError(`${name} must be a whole number from 0 to ${MAX_THREADS}, not ${quoted(text)}${hint}`);
  return parseInteger(text, name, 0, MAX_THREADS);
}

/** Parses `1..16`, or `8` for a single board. @throws UsageError */
export function parseRange(text: string): { readonly from: number; readonly to: number } {
  const [, from, to] = /^(\d+)(?:\.\.(\d+))?$/.exec(text) ?? [];
  const range = { from: Number(from), to: Number(to ?? from) };
  if (range.from <= range.to) return range;
  throw new UsageError(`the range must be FROM..TO, such as 1..16, not ${quoted(text)}`);
}

/** Parses the columns for the first rows, such as `0,4,7` or `0,.,7`. A dot leaves a row free. @throws UsageError */
export function parseColumns(text: string, name: string): PartialPlacement {
  const columns = parsePlacement(text);
  if (columns) return columns;
  throw new UsageError(`${name} must be columns such as 0,4,7, or 0,.,7 with a free row, not ${quoted(text)}`);
}

/** Parses a sample size: `1%` or `0.5%` of the finished subproblems, or `20` of them. @throws UsageError */
export function parseSampleSize(text: string, name: string): { percent: number } | { subproblems: number } {
  const [, number, percent] = /^(\d{1,9}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(number);
  if (percent === '%' && value > 0 && value <= 100) return { percent: value };
  if (percent === '' && value > 0 && Number.isInteger(value)) return { subproblems: value };
  throw new UsageError(`${name} must be a percentage such as 1% or a number such as 20, not ${quoted(text)}`);
}

/** A source of results: a ledger file or a cluster run. */
export type Source = { readonly file: string } | { readonly run: string };

/** Parses a source: `run:18-meet` is a run, and any other word is a file. @throws UsageError */
export function parseSource(text: string): Source {
  return text.startsWith(RUN_PREFIX) ? { run: parseRunName(text) } : { file: text };
}

/** The beginning of a source that is a run. */
export const RUN_PREFIX = 'run:';

/** Pattern for run names. All characters are safe in a shell. */
export const RUN_NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Parses a run's name, with or without the prefix `run:`. @throws UsageError */
export function parseRunName(text: string): string {
  const name = text.startsWith(RUN_PREFIX) ? text.slice(RUN_PREFIX.length) : text;
  if (RUN_NAME.test(name)) return name;
  if (name === '') throw new UsageError('run: needs a run name, as in run:18-meet');
  throw new UsageError(
    `${quoted(name)} is not a valid run name: use up to 64 letters, digits, dots, hyphens and underscores, ` +
      'beginning with a letter or a digit',
  );
}
