import { ok, strictEqual } from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

type Manifest = {
  contributes: {
    viewsContainers: { activitybar: { id: string; title: string }[] };
    commands: { command: string }[];
  };
};

function stateroom(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('stateroom.stateroom');
  ok(extension, 'stateroom.stateroom is not known to the editor');
  return extension;
}

describe('The extension in the real editor', () => {
  it('activates without an error', async () => {
    await stateroom().activate();
    strictEqual(stateroom().isActive, true);
  });

  it('contributes one container to the activity bar', () => {
    const { viewsContainers } = (stateroom().packageJSON as Manifest).contributes;
    strictEqual(viewsContainers.activitybar.map(({ id, title }) => `${id}: ${title}`).join(), 'stateroom: Stateroom');
  });

  it('registers every command that its manifest names', async () => {
    const named = (stateroom().packageJSON as Manifest).contributes.commands.map(({ command }) => command);
    const registered = new Set(await vscode.commands.getCommands(true));
    strictEqual(named.filter(command => !registered.has(command)).join(', '), '');
    ok(named.includes('stateroom.queue.add'), 'stateroom.queue.add is not among the commands');
  });
});
