import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A docstring, and the beginning of the declaration after it up to its parameters. */
const DOCSTRING = /\/\*\*(?<text>(?:(?!\*\/)[\s\S])*)\*\/[^{}]*?\(/g;

/** Returns the parameters of a function. @param start position after the opening parenthesis. */
function findParameters(code: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < code.length; end++) {
    if (/[([{]/.test(code.charAt(end))) depth++;
    if (/[)\]}]/.test(code.charAt(end))) depth--;
  }
  return code.slice(start, end);
}

test.each(['src', 'workers', 'test'])('in %s, each @param names a parameter, and each line has one tag', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  let checked = 0;
  for (const file of files.filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))) {
    const code = readFileSync(join(folder, file), 'utf8');
    expect(code, file).not.toMatch(/^ *(\/\*)?\*.* @\w+ .* @(param|returns|throws)\b/m);
    for (const { 0: whole, index, groups } of code.matchAll(DOCSTRING)) {
      const parameters = findParameters(code, index + whole.length);
      for (const [tag, name] of groups?.text?.matchAll(/@param (\w+)/g) ?? []) {
        expect(parameters, `${file}: ${tag}`).toMatch(new RegExp(`\\b${name}\\b`));
        checked++;
      }
    }
  }
  expect(checked).toBeGreaterThan(0);
});
