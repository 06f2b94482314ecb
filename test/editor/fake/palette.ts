import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { place } from '../../../build/place.mjs';
import { holds } from './whenClause.js';

interface Manifest {
  readonly contributes: {
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
  };
}

/** The manifest of the extension, as it was built. */
export const manifest: Manifest = JSON.parse(readFileSync(join(place.root, 'package.json'), 'utf8'));

/** Whether the palette offers a command while these keys are set. */
export function isOffered(command: string, keys: ReadonlyMap<string, unknown>): boolean {
  const { commandPalette } = manifest.contributes.menus;
  return commandPalette.filter(entry => entry.command === command).every(({ when }) => holds(when, keys));
}
