// Removes the scripts from package.json while npm packs the package, and puts them back afterwards (`--restore`). Their
// files are not in the package, and npm would warn users about the script `prepare`.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const MANIFEST = 'package.json';
/** The complete file during packing. */
const WHOLE = 'node_modules/.queens-par-package.json';

if (process.argv.includes('--restore')) {
  if (existsSync(WHOLE)) renameSync(WHOLE, MANIFEST);
} else {
  const text = readFileSync(MANIFEST, 'utf8');
  const { scripts, ...others } = JSON.parse(text);
  if (!scripts) throw new Error(`${MANIFEST} has no scripts: restore it with git checkout ${MANIFEST}`);
  writeFileSync(WHOLE, text);
  writeFileSync(MANIFEST, `${JSON.stringify(others, null, 2)}\n`);
}
