// Writes the manual page, man/queens-par.1 in the build, from the table of commands.
import { mkdirSync, writeFileSync } from 'node:fs';
import { buildFolder, importBuilt } from './folder.mjs';

const { commands } = await importBuilt('src/cli/options/commands.js');
const { flagOf } = await importBuilt('src/cli/options/option.js');
const { boardSize, globalOptions } = await importBuilt('src/cli/options/options.js');
const { describeOption, spellOption, formatUsage } = await importBuilt('src/cli/commands/help.js');
const { programVersion } = await importBuilt('src/node/package/package.js');

/** Date of the latest change to this file, which the `.TH` macro needs. */
const DATE = '2026-11-28';

/** The options that several commands share. The page describes each of them once. */
const all = Object.values(commands).flatMap(({ options }) => Object.entries(options));
const shared = new Map(all.filter((option) => all.filter((other) => isSame(option, other)).length > 1));

mkdirSync(`${buildFolder}/man`, { recursive: true });
writeFileSync(`${buildFolder}/man/queens-par.1`, manPage(programVersion()));

/** @param {string} version the program's version. */
function manPage(version) {
  return `.TH QUEENS\\-PAR 1 ${DATE} "queens\\-par ${troff(version)}" "User Commands"
.SH NAME
queens\\-par \\- count the solutions of the n\\-queens problem, exactly and in parallel
.SH SYNOPSIS
.B queens\\-par
.I n
.RI [ options ]
.br
.B queens\\-par
.I command
.RI [ arguments ]
.RI [ options ]
.SH DESCRIPTION
The program counts the ways to place n queens on an n x n board so that no two attack each other (OEIS A000170). It
uses all cores and compares the number with the published one. It prints the number to
standard output and everything else to standard error.
.I n
is a whole number from 0 to 32.
.SH COMMANDS
${Object.entries(commands).map(commandSection).join('')}.SH OPTIONS OF SEVERAL COMMANDS
${[...shared, ...Object.entries(globalOptions)].flatMap(optionEntry).join('\n')}
.SH ENVIRONMENT
.B QUEENS_PAR_THREADS
sets the default of
.BR \\-\\-threads ,
and
.B QUEENS_PAR_DATABASE_URL
is the URL of a cluster's database.
.B NO_COLOR
and
.B FORCE_COLOR
turn colors off and on.
.SH FILES
.TP
.I FILE.queens\\-par\\-new
A new copy of a checkpoint while it is being written. If a crash leaves one behind, the next command that writes the
checkpoint removes it.
.TP
.I ~/.queens\\-par
The database of
.BR "queens\\-par cluster database" .
.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
The command failed, a file is damaged, or a count differs from the published one.
.TP
.B 2
The command line is wrong, or a file on it cannot be used. The message explains how to fix this.
.TP
.BR 129 ", " 130 ", " 143
Stopped by SIGHUP, SIGINT, or SIGTERM. After these,
.B serve
exits with 0.
.SH SEE ALSO
.BR bc (1),
.BR nohup (1),
.BR sbatch (1)
.PP
The documentation is in the package's docs folder. It explains counts, the page, clusters, the library, and the formats
of ledger files and JSON. The published values are at https://oeis.org/A000170.
`;
}

/** @param {[string, import('../../dist/src/cli/options/option.js').Command]} command */
function commandSection([name, { summary, note, positionals, options, examples }]) {
  const own = Object.entries(options).filter((option) => !isShared(option));
  const others = Object.entries(options).flatMap((option) => (isShared(option) ? flagOf(option[0]) : []));
  const lines = [
    ...[`.SS ${name}`, `.B ${troff(formatUsage(name))}`, '.PP', `${troff(summary)}.${note ? ` ${troff(note)}` : ''}`],
    ...Object.entries(positionals).flatMap(([word, about]) =>
      about === boardSize ? [] : entry(word, about.description),
    ),
    ...own.flatMap(optionEntry),
    ...(others.length > 0 ? ['.PP', `${own.length > 0 ? 'Also' : 'Options:'} ${troff(others.join(', '))}.`] : []),
    ...['.PP', examples.length === 1 ? 'Example:' : 'Examples:'],
    ...examples.flatMap(([line, meaning]) => {
      return ['.PP', '.RS', `.B ${troff(`queens-par ${line}`)}`, '.br', troff(meaning), '.RE'];
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function isShared(option) {
  return [...shared].some((other) => isSame(option, other));
}

/** Returns whether an option is the same as another command's option. */
function isSame([name, { description }], [otherName, other]) {
  return name === otherName && description === other.description;
}

/** @param {[string, import('../../dist/src/cli/options/option.js').Option]} option */
function optionEntry([name, option]) {
  return entry(spellOption(name, option), ...describeOption(option));
}

/** @returns {string[]} the lines of a list entry. */
function entry(word, ...sentences) {
  return ['.TP', `.B ${troff(word)}`, sentences.map((sentence) => `${troff(sentence)}.`).join('\n.br\n')];
}

/** Escapes text for troff. Hyphens become minus signs, so that commands can be copied. */
function troff(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
