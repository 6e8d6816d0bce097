#!/usr/bin/env node
/** Starts the bundle of cli.ts, with V8's code cache if the build has left one for this Node.js. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { execute, readCache, scriptOf } from './code-cache.js';

const program = join(import.meta.dirname, 'program.cjs'); // saves 0.6 ms of module resolution
const require = createRequire(program);
const cache = readCache(program);
if (cache) execute(scriptOf(program, cache), program, require);
else require(program);
