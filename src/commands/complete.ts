import type { Options } from 'yargs';
import { CLUSTER_COMMAND_NAMES } from './cluster.js';
import { ALL_OPTIONS, COMMAND_NAMES, commandLine } from './command-line.js';
import { ASKED } from './completion.js';

/** Commands whose arguments are files. */
const OF_FILES: ReadonlySet<string> = new Set(['merge', 'audit', 'export', 'cluster import']);

/**
 * Answers the shell that asks how a line may go on, one proposal a line. Where a file or a number is wanted there is
 * none, and the shell proposes files. Nothing that is wrong with the line so far is said: it would land in the prompt.
 *
 * @param args `--get-yargs-completions`, the program's name, and the words so far, the last of which may be empty.
 */
export async function complete([, program = '', ...typed]: readonly string[]): Promise<void> {
  const words = typed.filter((word) => word !== '='); // bash cuts `--algorithm=meet` into three
  const question = questionTo(words);
  if (!question) return;
  const given = new Set(words.slice(0, -1));
  const proposals = (await answers([ASKED, program, ...question])).filter((line) => {
    const [word = ''] = line.split(':'); // zsh is told what each is for
    return !given.has(word) && !/^--.$/.test(word); // yargs gives -q two dashes, as it is asked for such
  });
  if (proposals.length > 0) process.stdout.write(`${proposals.join('\n')}\n`);
}

/** What to ask of yargs: of the words so far none that it would check, such as the values of options. */
function questionTo(words: readonly string[]): string[] | undefined {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const command = commandOf(before);
  const previous = before.at(-1) ?? '';
  const option = optionNamed(previous);
  if (option?.requiresArg) return option.choices ? [...command, previous, ''] : undefined;
  if (current.startsWith('-')) return [...(command.length > 0 ? command : ['count']), '--'];
  if (command.length === 0 || command.join() === 'cluster') return [...command, ''];
  return OF_FILES.has(command.join(' ')) ? undefined : [...command, '--'];
}

/** The words that name the command; a line that has other words before is a plain count. */
function commandOf(before: readonly string[]): string[] {
  const [name, subcommand] = before;
  if (name === undefined) return [];
  if (!COMMAND_NAMES.includes(name)) return ['count'];
  const isSubcommand = name === 'cluster' && CLUSTER_COMMAND_NAMES.some((known) => known === subcommand);
  return isSubcommand && subcommand ? [name, subcommand] : [name];
}

function optionNamed(word: string): Options | undefined {
  return word.startsWith('--') ? ALL_OPTIONS[word.slice(2)] : undefined;
}

async function answers(question: readonly string[]): Promise<string[]> {
  try {
    let answer = '';
    await commandLine(question).parseAsync(question, {}, (_error, _args, output) => {
      answer += output;
    });
    return answer.split('\n').filter((line) => line !== '');
  } catch {
    return []; // as where a variable of the environment is wrong, which the command itself will say
  }
}
