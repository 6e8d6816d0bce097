import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Biome breaks code at 120 columns, but neither comments nor strings, and it has no rule for them.
test.each(['src', 'workers'])('no line in %s is longer than 120 columns', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(1);
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});
