import prettyMilliseconds from 'pretty-ms';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A year of 365 days, in seconds. */
export const YEAR = 365 * DAY;

/** Formats a duration in at most two units: 230ms, 1.7s, 4m 10s, 3h 12m, 2d 5h, 12 years, 334 million years. */
export function formatSeconds(seconds: number): string {
  if (seconds >= 10 * YEAR) return formatYears(seconds / YEAR);
  // pretty-ms truncates, so the time is rounded first.
  const smallest = seconds < 1 ? 0.001 : seconds < MINUTE ? 0.1 : seconds < HOUR ? 1 : seconds < DAY ? MINUTE : HOUR;
  return prettyMilliseconds(Math.round(1000 * smallest * Math.round(seconds / smallest)), { unitCount: 2 });
}

function formatYears(years: number): string {
  const notation = years < 1e6 ? 'standard' : 'compact';
  return `${years.toLocaleString('en', { notation, compactDisplay: 'long', maximumSignificantDigits: 3 })} years`;
}

/** Formats a duration, such as 2.9s or, with three significant digits below a second, 4.27µs or 53.1ms. */
export function formatBriefly(seconds: number): string {
  const rounded = Number(seconds.toPrecision(3));
  if (rounded >= 1) return formatSeconds(seconds);
  return rounded < 0.001 ? `${(1e6 * seconds).toPrecision(3)}µs` : `${(1000 * seconds).toPrecision(3)}ms`;
}
