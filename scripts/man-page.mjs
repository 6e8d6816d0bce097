// The manual page, in the man macros of troff, made of the help of each command: see write-command-docs.mjs.

/** An entry of the help: a name, two spaces or more, what it is, and in brackets its type, choices and default. */
const ENTRY = /^ {2,}(?<name>\S.*?)(?: {2,}(?<text>\S.*?))??(?<facts>(?: {2,}| (?=\[))\[.*\])?$/;

/** Options that every command has: they stand once, at the end. */
const EVERYWHERE = /--(help|version)\b/;

/** What help knows of an option, apart from its kind, which its name says. */
const DEFAULT = /\[default: (?<value>.*?)\](?= \[|$)/;
const CHOICES = /\[choices: (?<names>.*?)\]/;

/** When the words of this file were last changed; troff wants to know. */
const DATE = '2026-11-21';

/**
 * @param version of the program.
 * @param helps unwrapped help texts, by command, in order.
 * @param completion a sentence or two on that command, which has no options.
 */
export function manPage(version, helps, completion) {
  const commands = Object.entries(helps).map(([name, help]) => commandSection(name, help));
  return `.\\" Written by \`npm run docs\` from the same tables as the program's help: mend those, not this.
.TH QUEENS\\-PAR 1 ${DATE} "queens\\-par ${troff(version)}" "User Commands"
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
In how many ways can n queens stand on an n x n board so that none attacks another?
.B queens\\-par
counts them (OEIS A000170) on all cores, compares with the published value, and prints the number on standard output;
everything else goes to standard error.
.SH COMMANDS
${commands.join('')}.SS completion
${completion.split('\n').map(troff).join('\n')}
.SH OPTIONS OF EVERY COMMAND
.TP
.BR \\-h ", " \\-\\-help
Show help.
.TP
.BR \\-V ", " \\-\\-version
Show the version number.
.SH ENVIRONMENT
Every option can be set in the environment too:
.B QUEENS_PAR_THREADS=8
gives
.B \\-\\-threads
its default. A flag goes before it, and what is of no use to a command or its algorithm is left aside there.
.B NO_COLOR
and
.B FORCE_COLOR
switch colours off and on.
.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
The run failed, or its count differs from the published one.
.TP
.B 2
The command line cannot be used; one line says what would be right.
.TP
.BR 130 ", " 143
Stopped by SIGINT or SIGTERM.
`;
}

function commandSection(name, help) {
  const { usage, about, lists } = readHelp(help);
  const text = [`.SS ${name}`, `.B ${troff(usage)}`, '.PP', `${troff(about)}.`];
  for (const entry of [...(lists.Positionals ?? []), ...(lists.Options ?? [])]) {
    if (!EVERYWHERE.test(entry.name)) text.push('.TP', `.B ${troff(entry.name)}`, troff(describe(entry)));
  }
  for (const { name, text: what } of lists.Examples ?? []) {
    text.push('.PP', '.RS', `.B ${troff(name)}`, '.br', `${troff(what)}`, '.RE');
  }
  return `${text.join('\n')}\n`;
}

/** The parts of a help text: its first line, what it is about, and lists of entries by their titles. */
function readHelp(help) {
  const [head = '', ...rest] = help.trim().split('\n\n');
  const lists = {};
  let [usage, about] = head.split(': ');
  for (const block of rest) {
    const [title = '', ...lines] = block.split('\n');
    if (title.endsWith(':')) lists[title.slice(0, -1)] = lines.map(readEntry);
    else about = block;
  }
  about = `${about[0].toUpperCase()}${about.slice(1)}`;
  return { usage, about, lists };
}

function readEntry(line) {
  const entry = ENTRY.exec(line)?.groups;
  if (!entry) throw new Error(`help has a line that is not understood: ${line}`);
  return entry;
}

function describe({ text, facts = '' }) {
  const choices = CHOICES.exec(facts)?.groups.names.replaceAll('"', '');
  const byDefault = DEFAULT.exec(facts)?.groups.value.replaceAll('"', '');
  const more = [
    ...(choices ? [`One of ${choices}.`] : []),
    ...(byDefault && byDefault !== 'false' ? [`Default: ${byDefault}.`] : []),
  ];
  return [`${text}.`, ...more].join(' ');
}

/** Text as troff takes it: a hyphen is a minus, to be copied; a line must not begin with a dot or an apostrophe. */
function troff(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
