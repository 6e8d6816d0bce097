/** Dates and times of runs. The locales are fixed, because the page is in English. */

const DATE = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit' });

/** Writes a date like `2026-11-23 18:04`. @param time milliseconds since 1970. */
export function formatDate(time: number): string {
  return DATE.format(time);
}

/** Writes a time of the next six days like `Friday 14:10`, and a later one as a date. */
export function formatMoment(time: number): string {
  const isSoon = time - Date.now() < 6 * 24 * 3_600_000;
  return isSoon ? WEEKDAY.format(time).replace(' at', '').replace(',', '') : formatDate(time);
}
