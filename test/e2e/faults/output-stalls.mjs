// Standard output and standard error each accept three bytes, then fail with EAGAIN, like a full pipe.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { writeSync } = fs;
const stalled = new Set();

fs.writeSync = (descriptor, ...rest) => {
  if (descriptor > 2) return writeSync(descriptor, ...rest);
  if (stalled.has(descriptor))
    throw Object.assign(new Error('EAGAIN: resource temporarily unavailable'), { code: 'EAGAIN' });
  stalled.add(descriptor);
  return writeSync(descriptor, rest[0].subarray(0, 3));
};
syncBuiltinESMExports();
