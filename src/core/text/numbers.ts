// src/core/text turns values into text: numbers, durations, dates, quoted names, tables, JSON and solutions. nearest.ts
// guesses the name that a misspelled word stands for. Nothing here prints.

/** Formats a count exactly: 14,772,512. (Intl takes 4 ms to start.) */
export function formatCount(count: number | bigint): string {
  const digits = typeof count === 'number' && count >= 1e21 ? BigInt(count) : count; // a number would print as 1.8e+21
  return String(digits).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a count of up to twelve digits exactly, a longer one to three digits, as in 1.04 x 10^17. */
export function formatShort(count: number | bigint): string {
  if (count < 1e12) return formatCount(count);
  const [digits, exponent] = Number(count).toExponential(2).split('e+');
  return `${digits} x 10^${exponent}`;
}

/** Formats a rate to three digits: 412M. */
export function formatRate(rate: number): string {
  return rate.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 });
}

/** Formats a number of bytes as megabytes, rounded up: `266 MB`. */
export function megabytes(bytes: number): string {
  return `${formatCount(Math.ceil(bytes / 2 ** 20))} MB`;
}

export function plural(count: number | bigint, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 || count === 1n ? '' : 's'}`;
}
