import { expect, it } from 'vitest';
import { catalogue } from '../../src/operations/catalogue.js';
import { commandLineOf } from '../../src/operations/commandLine.js';
import { offeredFor } from '../ui/menus/rowMenu.js';
import { readManifest } from './contribution/manifestJson.js';
import { rowMenus } from './contribution/menuContributions.js';

// Names that others depend on, and menus that people know. What is meant to change is accepted by `npm run accept`.

it('operations keep their names, in the order in which surfaces list them', async () => {
  const lines = catalogue.map(operation => {
    const { name, mcp, roles } = operation;
    const command = commandLineOf(operation).path.join(' ');
    const tool = mcp === null ? '-' : [mcp.tool, mcp.kind, mcp.action].filter(Boolean).join(' ');
    return [name, command, tool, roles.join(' ')].join(' | ');
  });
  await expect(`operation | command | tool for agents | roles\n${lines.join('\n')}\n`).toMatchFileSnapshot(
    'operations.golden.txt',
  );
});

it('rows of views keep their buttons and menus', async () => {
  const manifest = await readManifest();
  const blocks = Object.entries(rowMenus).flatMap(([view, rows]) =>
    rows.map(({ row, context }) => {
      const { inline, menu, below } = offeredFor(manifest, view, context);
      return [
        `${view}: ${row} (${context})`,
        `  buttons: ${inline.join(', ')}`,
        `  menu: ${menu.join(', ')}`,
        ...Object.entries(below).map(([label, titles]) => `  ${label}: ${titles.join(', ')}`),
      ].join('\n');
    }),
  );
  await expect(`${blocks.join('\n\n')}\n`).toMatchFileSnapshot('rowMenus.golden.txt');
});
