/** `queens-par completion`: prints a script with all commands and options, so the shell need not run this program. */
import { createBashScript } from '../completion/bash.js';
import { createFishScript } from '../completion/fish.js';
import { listPlaces, type Place } from '../completion/places.js';
import { createZshScript } from '../completion/zsh.js';
import type { Arguments } from '../options/commands.js';

const SCRIPTS: Readonly<Record<Arguments<'completion'>['shell'], (places: readonly Place[]) => string>> = {
  bash: createBashScript,
  zsh: createZshScript,
  fish: createFishScript,
};

export async function completion({ shell }: Arguments<'completion'>): Promise<void> {
  process.stdout.write(SCRIPTS[shell](listPlaces()));
}
