/** Dates and times of day, in the time zone of this machine. The locales are fixed, because all other words are English. */

const DATE = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });

/** Milliseconds of six days. A day of the week names no other day within them. */
const SIX_DAYS = 6 * 24 * 3_600_000;

/** Formats a date like `2026-11-23 18:04`. @param time milliseconds since 1970. */
export function formatDate(time: number): string {
  return DATE.format(time);
}

/** Formats a time of today like `14:10`, one of the next or the last six days like `Friday 14:10`, and others as dates. */
export function formatMoment(time: number, now = Date.now()): string {
  const [date, clock] = formatDate(time).split(' ');
  if (formatDate(now).startsWith(`${date} `)) return String(clock);
  return Math.abs(time - now) < SIX_DAYS ? `${WEEKDAY.format(time)} ${clock}` : formatDate(time);
}
