// What npm runs after `npm ci` (and before it packs): the build. `npx queens-par` in a checkout links the checkout into
// a cache of npx and has it prepared once more: there a finished build is left as it is, which saves six seconds.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!(process.env.npm_command === 'exec' && existsSync('dist/cli/queens-par.cjs'))) {
  execSync('npm run build', { stdio: 'inherit' });
}
