import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/editor/keyFlow/eventually.js';
import { FlowPerson } from '../../../test/editor/keyFlow/flowPerson.js';
import { openFlowScene } from '../../../test/editor/keyFlow/flowScene.js';
import { person } from '../../../test/support/testRepository.js';
import { trustShow } from '../../operations/trust/trustShow.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

const robin = { ...person, name: 'Robin' };

describe('Require Command', () => {
  const scene = openFlowScene(editor, async repository => repository.add('Wash'));
  const file = () => scene().repository.beside('repository/.stateroom/config.json');
  const demand = async (command: string): Promise<unknown> => {
    const asked = new FlowPerson(scene());
    await asked.begin('requireCommand');
    await asked.answer({ asks: 'Command that must pass', types: command });
    return asked.ended();
  };

  it('writes the first one into new settings, and offers to open them', async () => {
    expect(await demand(' npm test ')).toEqual({ commands: ['npm test'] });
    expect(readFileSync(file(), 'utf8')).toBe('{\n  "gate": {\n    "commands": [\n      "npm test"\n    ]\n  }\n}\n');
    expect(editor.dialogs.open.map(({ asks }) => asks)).toEqual([
      'Commit .stateroom/config.json on the base branch: gates read the settings of that branch.',
    ]);
    editor.dialogs.open[0]?.answer('Open Settings');
    await eventually(() => editor.tab).toBe('config.json');
  });

  it('is required once the settings are committed, beside what they had', async () => {
    const { repository } = scene();
    const before = { gate: { blockLow: true, commands: ['npm test'] }, lane: { merge: 'rebase' } };
    repository.write('.stateroom/config.json', JSON.stringify(before));
    expect(await demand('npm run lint')).toEqual({ commands: ['npm test', 'npm run lint'] });
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      gate: { blockLow: true, commands: ['npm test', 'npm run lint'] },
      lane: { merge: 'rebase' },
    });
    repository.git('add', '.stateroom/config.json');
    repository.git('commit', '-q', '--message=Require');
    const { commands } = await repository.ok(trustShow, {}, robin);
    expect(commands.map(({ setting, command }) => [setting, command])).toEqual([
      ['gate.commands', 'npm test'],
      ['gate.commands', 'npm run lint'],
    ]);
    editor.dialogs.open[0]?.answer(undefined);
  });

  it('leaves settings alone that cannot be read', async () => {
    scene().repository.write('.stateroom/config.json', '{ "gate": ');
    await editor.run('stateroom.requireCommand');
    await eventually(() => editor.dialogs.open.map(({ asks }) => asks)).toEqual([
      '.stateroom/config.json is not valid. Correct it first.',
    ]);
    expect(readFileSync(file(), 'utf8')).toBe('{ "gate": ');
  });
});
