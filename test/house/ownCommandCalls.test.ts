import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { place } from '../../build/place.mjs';
import { readSources } from '../../build/walls.mjs';

/**
 * Calls that run a command whose id is chosen by data: a row, a button or a link names it. Code that knows what it wants calls a function,
 * whose input and result have types: `run` and `actOnLane` of `CommandEnvironment`, or that of the command.
 */
const chosenByData = [
  'commands/allCommands.ts: chosen',
  'commands/nextNeed.ts: command',
  'dashboard/dashboardActs.ts: pressed.command',
  'records/recordPanel.ts: command',
  'repository/refusalNotice.ts: id',
  'status/needNotices.ts: command',
  'status/statusMenu.ts: command.command',
  'workflows/workflows.ts: command',
];
/** The command that the editor adds for each view. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a source as it is written
const ofViews = ['support/focusView.ts: `stateroom.${view}.focus`'];

const editor = 'src/surfaces/vscode/';

/**
 * The ids that a source runs commands by, as written there, without the texts that name a command of the editor itself; the function where
 * it is passed on in place of being called.
 */
function ownCommands(source: string): string[] {
  const asWritten = ({ start, end }: { readonly start: number; readonly end: number }) => source.slice(start, end);
  const texts = new Map<string, unknown>();
  const calls: { readonly written: string; readonly text: () => unknown }[] = [];
  const called = new Set<number>();
  const passed: string[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init?.type === 'Literal') texts.set(id.name, init.value);
    },
    CallExpression({ callee, arguments: [id] }) {
      if (id === undefined || !/^(?:.*\bcommands\s*\??\.\s*)?executeCommand$/s.test(asWritten(callee))) return;
      called.add(callee.end);
      const text = () => (id.type === 'Identifier' ? texts.get(id.name) : id.type === 'Literal' ? id.value : undefined);
      calls.push({ written: asWritten(id), text });
    },
    MemberExpression(node) {
      if (/\bcommands\s*\??\.\s*executeCommand$/.test(asWritten(node)) && !called.has(node.end)) {
        passed.push(asWritten(node));
      }
    },
  }).visit(parseSync('source.ts', source).program);
  const own = calls.filter(({ text }) => !isOfEditor(text()));
  return [...own.map(({ written }) => written), ...passed];
}

function isOfEditor(text: unknown): boolean {
  return typeof text === 'string' && !text.startsWith('stateroom.');
}

it('the editor runs its own commands by their ids only where data names them', async () => {
  const found: string[] = [];
  let calls = 0;
  for (const file of (await readSources()).filter(one => one.startsWith(editor))) {
    const source = await readFile(join(place.root, file), 'utf8');
    calls += source.split('executeCommand(').length - 1;
    found.push(...ownCommands(source).map(written => `${file.slice(editor.length)}: ${written}`));
  }
  expect(calls).toBeGreaterThan(30);
  expect(found.sort()).toEqual([...chosenByData, ...ofViews].sort());
});

it('this reader sees every way to name a command', () => {
  const sources = [
    "await vscode.commands.executeCommand('stateroom.queue.add', {})",
    "const add = 'stateroom.queue.add'; commands.executeCommand(add)",
    'const { executeCommand } = vscode.commands; executeCommand<string>(commandOf(queueAdd))',
    'vscode.commands\n  .executeCommand(`stateroom.queue.add`)',
    'names.map(vscode.commands.executeCommand)',
    "const open = 'vscode.open'; vscode.commands.executeCommand(open, uri); vscode.commands.executeCommand('setContext')",
    'shellIntegration?.executeCommand(typed)',
  ];
  expect(sources.map(ownCommands)).toEqual([
    ["'stateroom.queue.add'"],
    ['add'],
    ['commandOf(queueAdd)'],
    ['`stateroom.queue.add`'],
    ['vscode.commands.executeCommand'],
    [],
    [],
  ]);
});
