// Writes the names of all files that are imported, required or read synchronously to the file that the environment
// variable FILES_READ names.
import fs, { appendFileSync, writeFileSync } from 'node:fs';
import { Module, register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const list = process.env.FILES_READ;
if (isMainThread) writeFileSync(list, ''); // worker threads append to it

const { _load: load } = Module;
Module._load = function (name, parent, ...rest) {
  try {
    appendFileSync(list, `${Module._resolveFilename(name, parent)}\n`);
  } catch {
    // the call of `load` below reports missing modules
  }
  return load.call(this, name, parent, ...rest);
};

const { readFileSync: readSync } = fs;
fs.readFileSync = (file, ...rest) => {
  appendFileSync(list, `${file}\n`);
  return readSync(file, ...rest);
};

register(
  `data:text/javascript,${encodeURIComponent(`
    import { appendFileSync } from 'node:fs';
    export async function load(url, context, next) {
      appendFileSync(${JSON.stringify(list)}, url + '\\n');
      return next(url, context);
    }`)}`,
);
