// Hides /proc, which does not exist on macOS.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { readFileSync } = fs;
fs.readFileSync = /** @type {typeof readFileSync} */ (
  (...args) => {
    if (String(args[0]).startsWith('/proc/')) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
    return readFileSync(...args);
  }
);
syncBuiltinESMExports();
