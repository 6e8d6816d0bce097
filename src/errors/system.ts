/** The system's reason, without the call and the path: `permission denied`. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[A-Z0-9]+: /, '').replace(/, \w+( '.*')?$/s, '');
}
