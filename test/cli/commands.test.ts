import { describe, expect, test } from 'vitest';
import { readArguments } from '../../src/cli/arguments.js';
import type { Command } from '../../src/cli/command.js';
import { commands } from '../../src/cli/commands.js';
import { understand } from '../../src/cli/line.js';
import { everywhere } from '../../src/cli/options.js';

const table: Readonly<Record<string, Command>> = commands;

describe('the table of commands', () => {
  test.each(Object.entries(table))('%s: its options are like those of the same name elsewhere', (_name, command) => {
    for (const [option, { placeholder, short }] of Object.entries(command.options)) {
      for (const { options } of Object.values(table)) {
        const other = options[option];
        if (!other) continue;
        expect({ isFlag: placeholder === undefined, short }, option).toEqual({
          isFlag: other.placeholder === undefined,
          short: other.short,
        });
      }
      expect(Object.keys(everywhere)).not.toContain(option);
    }
  });

  test('no letter is short for two options', () => {
    const all = [
      ...Object.values(table).flatMap(({ options }) => Object.entries(options)),
      ...Object.entries(everywhere),
    ];
    const meanings = new Map<string, string>();
    for (const [option, { short }] of all) {
      if (short !== undefined) expect(meanings.get(short) ?? option).toBe(option);
      if (short !== undefined) meanings.set(short, option);
    }
    expect([...meanings.keys()].sort()).toEqual(['V', 'h', 'q', 't']);
  });

  test.each([
    [['--database-file', 'url.txt'], { QUEENS_PAR_LOCAL: '1' }, { databaseFile: 'url.txt', local: false }],
    [['--local'], { QUEENS_PAR_DATABASE_FILE: 'url.txt' }, { databaseFile: undefined, local: true }],
    [['--local=no'], { QUEENS_PAR_DATABASE_FILE: 'url.txt' }, { databaseFile: 'url.txt', local: false }],
  ])(
    'a database that is named on the command line, by %j, comes before one in the environment',
    (words, env, found) => {
      const { name, ...line } = understand(['cluster', 'status', ...words]);
      expect(readArguments(name, line, env)).toMatchObject(found);
    },
  );

  test('a command line names one database', () => {
    const line = understand(['cluster', 'status', '--local', '--database-file', 'url.txt']);
    expect(() => readArguments(line.name, line, {})).toThrow('take one of --local and --database-file');
  });

  test.each(Object.entries(table))('%s: its examples are understood', (name, { examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const [example] of examples) {
      const line = understand(example.replace(/ >.*/, '').split(' '));
      expect(line.name).toBe(name);
      readArguments(line.name, line, {});
    }
  });

  test.each(Object.entries(table))(
    '%s: its conditions are of options that it has',
    (_name, { conditions = [], options }) => {
      for (const { option } of conditions) expect(Object.keys(options)).toContain(option);
    },
  );
});
