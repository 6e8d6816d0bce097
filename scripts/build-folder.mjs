import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The folder of the build that a script reads and writes, as an absolute path. `npm run build` makes a new build in a
 * folder of its own (see build.mjs), and sets BUILD_FOLDER to the name of this folder. By default it is `dist`.
 */
export const buildFolder = fileURLToPath(new URL(`../${process.env.BUILD_FOLDER ?? 'dist'}`, import.meta.url));

/** Imports a module of the build, such as `src/cli/commands.js`. */
export function importBuilt(module) {
  return import(pathToFileURL(join(buildFolder, module)).href);
}
