// Makes file locks fail with the error code in LOCK_ERROR, as on some network file systems.
import { createRequire } from 'node:module';

createRequire(import.meta.url)('fs-native-extensions').tryLock = () => {
  const code = process.env.LOCK_ERROR;
  throw Object.assign(new Error(`${code}: not locked`), { code });
};
