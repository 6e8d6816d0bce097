// Makes every sync of the file UNSYNCED fail, although it can be written. Needs /proc.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { fdatasync } = fs;
const error = Object.assign(new Error('EIO: i/o error'), { code: 'EIO', errno: -5, syscall: 'fdatasync' });
fs.fdatasync = (descriptor, done) => {
  if (fs.readlinkSync(`/proc/self/fd/${descriptor}`) === process.env.UNSYNCED) done(error);
  else fdatasync(descriptor, done);
};
syncBuiltinESMExports();
