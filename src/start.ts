#!/usr/bin/env node
/** Starts the bundle of main.ts. Uses V8's code cache if the build made one for this Node.js. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { execute, readCache, scriptOf } from './code-cache.js';

const program = join(import.meta.dirname, 'program.cjs'); // a full path saves 0.6 ms of module resolution
const require = createRequire(program);
const cache = readCache(program);
if (cache) execute(scriptOf(program, cache), program, require);
else require(program);
