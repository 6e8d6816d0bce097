import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Biome breaks code at 120 columns, but neither comments nor strings, and it has no rule for them.
test.each(['.', 'src', 'workers', 'test', 'scripts', 'docs', 'bin'])(
  'no line in %s is longer than 120 columns',
  (folder) => {
    const paths = readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' });
    const files = paths.filter((path) => /\.(tsx?|[cm]js)$/.test(path) && !path.includes('node_modules'));
    expect(files.length).toBeGreaterThan(0);
    const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  },
);
