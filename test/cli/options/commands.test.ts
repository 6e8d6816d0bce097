import { describe, expect, test } from 'vitest';
import { parseLine } from '../../../src/cli/options/command-line.js';
import { commands } from '../../../src/cli/options/commands.js';
import type { Command } from '../../../src/cli/options/option.js';
import { globalOptions } from '../../../src/cli/options/options.js';
import { classifyWords } from '../../../src/cli/options/words.js';

const table: Readonly<Record<string, Command>> = commands;

describe('the table of commands', () => {
  const ofCommands = Object.values(table).flatMap(({ options }) => Object.entries(options));

  test('gives an option the same kind and letter in every command', () => {
    const kinds = new Map<string, unknown>();
    for (const [option, { placeholder, short }] of ofCommands) {
      const kind = { isFlag: placeholder === undefined, short };
      expect(kinds.get(option) ?? kind, option).toEqual(kind);
      kinds.set(option, kind);
      expect(Object.keys(globalOptions)).not.toContain(option);
    }
  });

  test('uses no letter for two options', () => {
    const meanings = new Map<string, string>();
    for (const [option, { short }] of [...ofCommands, ...Object.entries(globalOptions)]) {
      if (short === undefined) continue;
      expect(meanings.get(short) ?? option).toBe(option);
      meanings.set(short, option);
    }
    expect([...meanings.keys()].sort()).toEqual(['V', 'h', 'q', 't']);
  });

  test.each(Object.entries(table))('has examples for %s that the parser accepts', (name, { examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const [example] of examples) {
      expect(parseLine(classifyWords(example.replace(/ >.*/, '').split(' ')), {}).name).toBe(name);
    }
  });

  test.each(Object.entries(table))('has no option of %s that needs or excludes a missing one', (_, { options }) => {
    for (const { needs = [], excludes = [] } of Object.values(options)) {
      for (const other of [...needs, ...excludes]) expect(Object.keys(options)).toContain(other);
    }
  });
});
