import { describeValue, UsageError } from './errors.js';

/**
 * Checks a whole number from the user and returns it.
 *
 * @param name name of the value in the message, such as `n` or `--threads`.
 * @param max the largest number. Messages omit it if it is `Number.MAX_SAFE_INTEGER`.
 * @param shown the value in the message as the user wrote it.
 * @throws UsageError such as `n must be a whole number from 0 to 32, not 33` or `--limit must be at least 1, not "0"`.
 */
export function checkInteger(
  name: string,
  value: number,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
  shown: string = describeValue(value),
): number {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  let wanted = `a whole number from ${min} to ${max}`;
  if (max === Number.MAX_SAFE_INTEGER)
    wanted = Number.isSafeInteger(value) ? `at least ${min}` : `a whole number of at least ${min}`;
  throw new UsageError(`${name} must be ${wanted}, not ${shown}`);
}
