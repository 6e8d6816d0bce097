/**
 * Dates and times of day, in the time zone of this machine. The locale is fixed, because all other words are English.
 */

const DATE = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** Formats a date like `2026-11-23 18:04`. @param time milliseconds since 1970. */
export function formatDate(time: number): string {
  return DATE.format(time);
}

/** Formats a time of today like `14:10`, and other times as dates. */
export function formatMoment(time: number, now = Date.now()): string {
  const [date, clock] = formatDate(time).split(' ');
  return formatDate(now).startsWith(`${date} `) ? String(clock) : formatDate(time);
}
