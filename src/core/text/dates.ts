/** Dates and times of day in this machine's time zone. The locale is Swedish, whose format is `2026-11-23 18:04`. */

const DATE = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** Formats a date and time, as in `2026-11-23 18:04`. @param time milliseconds since 1970. */
export function formatDate(time: number): string {
  return DATE.format(time);
}

/** Formats a time today as `14:10`, any other time with its date. @param time milliseconds since 1970. */
export function formatMoment(time: number, now = Date.now()): string {
  const [date, clock] = formatDate(time).split(' ');
  return formatDate(now).startsWith(`${date} `) ? String(clock) : formatDate(time);
}
