/**
 * V8's code cache of the program: its functions as V8 compiled them, which need not be parsed and compiled again at every
 * start. It took `queens-par 8` from 31 ms of CPU above Node's own 24 to 23 (2026-11-22, medians of 41 in turn).
 *
 * V8 refuses a cache that does not fit the program's length, V8's version or its flags. That is not enough: Node.js
 * 20.20.2 takes caches of 20.20.1 and crashes (https://github.com/nodejs/node/issues/62781). So only the very file of
 * Node.js that made a cache uses it, which the name tells, and only for a program that was not changed since. Where there
 * is none, Node compiles as always.
 */
import { readFileSync, statSync } from 'node:fs';
import { Module } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/** The program's cache, undefined if there is none that this Node.js may use. */
export function readCache(program: string): Buffer | undefined {
  const file = cacheFileOf(program);
  const made = statSync(file, { throwIfNoEntry: false });
  return made && made.mtimeMs >= statSync(program).mtimeMs ? readFileSync(file) : undefined;
}

/** The path of the cache that this Node.js makes. */
export function cacheFileOf(program: string): string {
  const node = statSync(process.execPath, { throwIfNoEntry: false }); // an update may have removed it
  return `${program}-${process.version}-${node?.size}-${node?.mtimeMs}.cache`;
}

/**
 * A CommonJS file as a script, compiled from the cache if that fits. Its value is the function that Node makes of it.
 *
 * It cannot import packages: Node.js 20 does not find the way from a cached function, and newer ones print a warning. The
 * files that it requires can (the build checks that: scripts/bundle.mjs).
 */
export function scriptOf(program: string, cachedData?: Buffer): Script {
  return new Script(Module.wrap(readFileSync(program, 'utf8')), { filename: program, cachedData });
}

/** Runs the script of a CommonJS file as Node would: who requires that file later gets what it exports. */
export function execute(script: Script, program: string, require: NodeJS.Require): void {
  const module = Object.assign(new Module(program), { filename: program });
  require.cache[program] = module;
  script.runInThisContext()(module.exports, require, module, program, dirname(program));
  module.loaded = true;
}
