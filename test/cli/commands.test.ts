import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/cli/command.js';
import { commands } from '../../src/cli/commands.js';
import { parseLine } from '../../src/cli/line.js';
import { everywhere } from '../../src/cli/options.js';
import { sortWords } from '../../src/cli/words.js';

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

  test.each(Object.entries(table))('%s: its examples are understood', (name, { examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const [example] of examples) {
      expect(parseLine(sortWords(example.replace(/ >.*/, '').split(' ')), {}).name).toBe(name);
    }
  });

  test.each(Object.entries(table))('%s: its options need and exclude options that it has', (_name, { options }) => {
    for (const { needs = [], excludes = [] } of Object.values(options)) {
      for (const other of [...needs, ...excludes]) expect(Object.keys(options)).toContain(other);
    }
  });
});
