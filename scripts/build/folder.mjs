import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The absolute path of the build that a script reads and writes. `npm run build` creates a new build in a separate
 * folder (see build.mjs) and sets BUILD_FOLDER to its name. By default, the folder is `dist`.
 */
export const buildFolder = fileURLToPath(new URL(`../../${process.env.BUILD_FOLDER ?? 'dist'}`, import.meta.url));

/** Imports a module from the build, such as `src/cli/options/commands.js`. */
export function importBuilt(module) {
  return import(pathToFileURL(join(buildFolder, module)).href);
}
