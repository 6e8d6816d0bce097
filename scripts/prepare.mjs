// Builds the program after `npm ci`, and before npm packs it. The first `npx queens-par` in a checkout runs this
// script again, because npx links the checkout into its cache. The script then keeps an existing build, which saves six
// seconds. Before `npm ci`, the script has no tools to build with. bin/queens-par.cjs reports this, because npx hides
// the script's own output.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const isForNpx = process.env.npm_command === 'exec';
if (!existsSync('node_modules/typescript')) {
  console.error('queens-par: the build needs the development packages. Run: npm ci --include=dev');
  process.exitCode = isForNpx ? 0 : 1; // after an error, npx would fail forever
} else if (!(isForNpx && existsSync('dist/cli/queens-par.cjs'))) {
  execFileSync(process.execPath, ['scripts/build/build.mjs'], { stdio: 'inherit' });
}
