// Makes locks mandatory for readers, as on Windows, because Wine lets everyone read a locked byte. Loaded with
// --require.
const fs = require('node:fs');
const { tryLock, unlock } = require('fs-native-extensions');

const { readSync } = fs;
fs.readSync = (descriptor, buffer, offset, length, position) => {
  if (fs.fstatSync(descriptor).isFile()) {
    const range = [position ?? 0, length || 1];
    if (!tryLock(descriptor, ...range, { shared: true })) {
      throw Object.assign(new Error('EBUSY'), { code: 'EBUSY', errno: -4082, syscall: 'read' });
    }
    unlock(descriptor, ...range);
  }
  return readSync(descriptor, buffer, offset, length, position);
};
require('node:module').syncBuiltinESMExports();
