import { UsageError } from '../errors/errors.js';

/** How many subproblems to count again: a part of those that are finished, or a number of them. */
export type SampleSize = { readonly percent: number } | { readonly subproblems: number };

/** Reads `1%`, `0.5%` or `20`. @throws UsageError */
export function readSampleSize(text: string): SampleSize {
  const [, number, percent] = /^(\d{1,9}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(number);
  if (percent === '%' && value > 0 && value <= 100) return { percent: value };
  if (percent === '' && value > 0 && Number.isInteger(value)) return { subproblems: value };
  throw new UsageError(`--sample must be like 1% or 20, not ${JSON.stringify(text)}`);
}
