import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { place } from '../../../build/place.mjs';
import { holds } from '../../../src/surfaces/vscode/support/whenClause.js';

interface Manifest {
  readonly contributes: {
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
  };
}

const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(place.root, 'package.nls.json'), 'utf8'));

/** The manifest of the extension, as it was built, with its texts in place, as the editor gives it. */
export const manifest: Manifest = JSON.parse(
  readFileSync(join(place.root, 'package.json'), 'utf8').replace(/"%([^"%]+)%"/g, (place, key: string) =>
    JSON.stringify(texts[key] ?? place),
  ),
);

/** Whether the palette offers a command while these keys are set. */
export function isOffered(command: string, keys: ReadonlyMap<string, unknown>): boolean {
  const { commandPalette } = manifest.contributes.menus;
  return commandPalette.filter(entry => entry.command === command).every(({ when }) => holds(when, keys));
}

/** Whether *All Commands* offers a command while these keys are set: what the palette has, and what only this list has. */
export function isInAllCommands(command: string, keys: ReadonlyMap<string, unknown>): boolean {
  const { commandPalette } = manifest.contributes.menus;
  const whens = commandPalette.filter(entry => entry.command === command).map(({ when }) => when);
  return whens.every(when => holds(when.replace(/^false && /, ''), keys));
}
