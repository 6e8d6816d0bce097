// Lists lines of code that are longer than 120 columns, for `npm run lint`. Biome breaks code there, but neither
// comments nor strings, and it has no rule for them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_LENGTH = 120;

for (const folder of ['.', 'src', 'workers', 'test', 'scripts', 'docs', 'bin']) {
  for (const name of readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' })) {
    if (!/\.(tsx?|[cm]js)$/.test(name) || name.includes('node_modules')) continue;
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      if (line.length <= MAX_LENGTH) continue;
      console.error(
        `${join(folder, name)}:${index + 1}: this line has ${line.length} columns, not at most ${MAX_LENGTH}`,
      );
      process.exitCode = 1;
    }
  }
}
