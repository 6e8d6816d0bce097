#!/usr/bin/env node
// The command `queens-par`. npx links a checkout to this file before the program is built.
const { existsSync, realpathSync } = require('node:fs');
const { join } = require('node:path');

// With NODE_PRESERVE_SYMLINKS_MAIN, __dirname is the folder of the link.
const root = join(realpathSync(__filename), '../..');
const program = join(root, 'dist/cli/queens-par.cjs');

// The program prints a line for every error that it expects. Others, wherever they are thrown, are mistakes in it or in
// a package, or a sign of damaged files.
process.on('uncaughtException', (error) => {
  if (error?.code === 'ERR_ACCESS_DENIED') {
    // Node's permission model refuses a server where nobody can catch the error. Its message contains the option.
    console.error(`queens-par: ${error.message}`);
    process.exit(1);
  }
  const { version } = require(join(root, 'package.json'));
  console.error(
    `queens-par: an error of queens-par ${version}. Install it again or, if that does not help, report it:`,
  );
  console.error(`Node.js ${process.version} on ${process.platform} ${process.arch}`);
  console.error(error);
  process.exit(1);
});

if (existsSync(program)) {
  require(program);
} else {
  console.error('queens-par: the program is not built yet; run: npm ci');
  process.exitCode = 2;
}
