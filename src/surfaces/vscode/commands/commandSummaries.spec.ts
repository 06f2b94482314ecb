import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { offeredWhen } from '../../../manifest/allCommands.js';
import { catalogue } from '../../../operations/catalogue.js';
import { commandSummaries } from './commandSummaries.js';

interface Manifest {
  readonly contributes: {
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
  };
}

it('All Commands has a sentence for every command that it lists and that is no operation', () => {
  const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const operations = new Set<string>(catalogue.map(({ name }) => name));
  const listed = contributes.menus.commandPalette
    .filter(({ when }) => offeredWhen(when) !== undefined)
    .map(({ command }) => command.replace(/^stateroom\./, ''))
    // Workflows have the description of their chat command; the list itself needs none.
    .filter(name => !operations.has(name) && !name.startsWith('ritual.') && name !== 'allCommands');
  expect(listed).toContain('finding.copyReference');
  expect(listed.filter(name => commandSummaries[name] === undefined)).toEqual([]);
});
