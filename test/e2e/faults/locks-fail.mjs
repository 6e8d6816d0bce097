// A file system without locks, or with whatever else LOCK_ERROR says, as some network file systems are.
import { createRequire } from 'node:module';

createRequire(import.meta.url)('fs-native-extensions').tryLock = () => {
  const code = process.env.LOCK_ERROR;
  throw Object.assign(new Error(`${code}: no lock for you`), { code });
};
