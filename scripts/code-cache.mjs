// Makes V8's code cache of the built program for the Node.js that runs this script (see src/code-cache.ts). First
// executes counts in this process, so that the cache includes the functions that a count uses.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cacheFileOf, execute, scriptOf } from '../dist/src/code-cache.js';

/** Arguments of one count by each algorithm, because the algorithms use different functions. */
const COUNTS = [['8'], ['16', '--threads', '1']];

const program = fileURLToPath(new URL('../dist/cli/program.cjs', import.meta.url));
const script = scriptOf(program);
const remaining = [...COUNTS];

process.on('beforeExit', () => {
  const count = remaining.shift();
  if (count) {
    process.argv = [process.execPath, program, ...count];
    execute(script, program, createRequire(program));
  } else writeFileSync(cacheFileOf(program), script.createCachedData());
});
