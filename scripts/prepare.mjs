// Builds the program after `npm ci`, and before npm packs it. The first `npx queens-par` in a checkout executes this script
// again, because npx links the checkout into its cache. In that case an existing build is kept, which saves six seconds.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!existsSync('node_modules/typescript')) {
  console.error('queens-par: the build needs the development packages: npm ci --include=dev');
  process.exitCode = 1;
} else if (!(process.env.npm_command === 'exec' && existsSync('dist/cli/queens-par.cjs'))) {
  execSync('npm run build', { stdio: 'inherit' });
}
