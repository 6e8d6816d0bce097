/**
 * V8's code cache for the program: compiled functions. It saves a quarter of the CPU time that `queens-par 8` adds to
 * Node's own.
 *
 * V8 refuses a cache that does not match the program's length, V8's version or its flags. That is not enough: Node.js
 * 20.20.2 accepts caches of 20.20.1 and crashes (https://github.com/nodejs/node/issues/62781). So a cache's name
 * identifies the Node.js executable that made it. Only that executable uses the cache, if the program has not changed.
 */
import { readFileSync, statSync } from 'node:fs';
import { Module } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/** Reads the program's cache. Returns undefined if this Node.js has no valid cache. */
export function readCache(program: string): Buffer | undefined {
  const file = cacheFileOf(program);
  const made = statSync(file, { throwIfNoEntry: false });
  return made && made.mtimeMs >= statSync(program).mtimeMs ? readFileSync(file) : undefined;
}

/** Returns the path of the program's cache for this Node.js. */
export function cacheFileOf(program: string): string {
  const node = statSync(process.execPath, { throwIfNoEntry: false }); // an update may have removed it
  return `${program}-${process.version}-${node?.size}-${node?.mtimeMs}.cache`;
}

/**
 * Compiles a CommonJS file, with the cache if it is valid. The script evaluates to the module's wrapper function.
 *
 * The script must not import packages: Node.js 20 cannot resolve them from a cached function, and newer versions print
 * a warning. Files that the script requires may import packages. The build checks this (scripts/bundle.mjs).
 */
export function scriptOf(program: string, cachedData?: Buffer): Script {
  return new Script(Module.wrap(readFileSync(program, 'utf8')), { filename: program, cachedData });
}

/** Runs the script of a CommonJS file as Node would, and registers its exports for later `require` calls. */
export function execute(script: Script, program: string, require: NodeJS.Require): void {
  const module = Object.assign(new Module(program), { filename: program });
  require.cache[program] = module;
  script.runInThisContext()(module.exports, require, module, program, dirname(program));
  module.loaded = true;
}
