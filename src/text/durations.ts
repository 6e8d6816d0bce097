import prettyMilliseconds from 'pretty-ms';
import { formatCount } from './numbers.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** A time for reading, in at most two units: 230ms, 1.7s, 4m 10s, 3h 12m, 2d 5h, 3y 40d, 1,200 years, 334 million years. */
export function formatSeconds(seconds: number): string {
  if (seconds < MINUTE) return prettyMilliseconds(seconds * 1000);
  if (seconds >= 10 * YEAR) return formatYears(seconds / YEAR);
  // What is below the second unit is rounded off here: the library would say 2h 48.5s for two hours and 48.5 seconds.
  const smallest = seconds < HOUR ? 1 : seconds < DAY ? MINUTE : seconds < YEAR ? HOUR : DAY;
  return prettyMilliseconds(1000 * smallest * Math.round(seconds / smallest), { unitCount: 2 });
}

const LARGE_NUMBERS = [
  { one: 1e12, name: 'trillion' },
  { one: 1e9, name: 'billion' },
  { one: 1e6, name: 'million' },
];

/** To three digits: only estimates are as long as that. */
function formatYears(years: number): string {
  if (years >= 1e15) return `${years.toExponential(1).replace('e+', ' x 10^')} years`;
  const { one, name } = LARGE_NUMBERS.find((large) => years >= large.one) ?? { one: 1, name: '' };
  const number = Number((years / one).toPrecision(3));
  return `${Number.isInteger(number) ? formatCount(number) : number} ${name && `${name} `}years`;
}

/** A time as above, but a short one to three digits: 4.27µs, 53.1ms, 2.9s. */
export function formatBriefly(seconds: number): string {
  if (seconds >= 1) return formatSeconds(seconds);
  return seconds < 0.001 ? `${(1e6 * seconds).toPrecision(3)}µs` : `${(1000 * seconds).toPrecision(3)}ms`;
}

/** A forecast to three digits at most: more would promise too much. */
export function formatForecast(seconds: number): string {
  return seconds < 0.01 ? 'less than 10ms' : `about ${formatSeconds(Number(seconds.toPrecision(3)))}`;
}
