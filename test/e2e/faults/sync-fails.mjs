// Files can be written but not synced.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

fs.fdatasync = (_, done) =>
  done(Object.assign(new Error('EIO: i/o error'), { code: 'EIO', errno: -5, syscall: 'fdatasync' }));
syncBuiltinESMExports();
