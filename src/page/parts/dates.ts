/**
 * A date in the reader's own form and language.
 *
 * @param date `2026-11-21`; anything else is returned as it is.
 */
export function formatDate(date: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(time)) return date;
  const form = { dateStyle: 'medium', timeZone: 'UTC' } as const; // the day as it was written
  try {
    return new Date(time).toLocaleDateString(navigator.languages, form);
  } catch {
    return new Date(time).toLocaleDateString(undefined, form); // the browser's language is no language tag
  }
}
