import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRoom } from '../../test/support/gitRoom.js';
import { person } from '../../test/support/testRoom.js';
import { invoke } from '../operations/invoke.js';
import { plainMarkup } from '../reports/markup.js';
import { english } from '../reports/translate.js';
import { type CodeOrder, codePrompt } from './codePrompt.js';
import type { RitualCall, RitualFiles } from './ritual.js';

let room: GitRoom;
beforeEach(() => {
  room = new GitRoom();
});
afterEach(() => room.close());

const order: CodeOrder = {
  task: ['You do one small step.'],
  known: [],
  request: '',
  named: ['src/limit.ts'],
  words: 'Count the logins',
  may: () => true,
  leftOut: '',
  nothingLeft: 'It changes nothing.',
  change: () => ({ proof: undefined, expect: 'green', again: '', next: [] }),
};

async function said(request = ''): Promise<string> {
  const tree = room.context(person).workTree;
  if (tree === undefined) throw new Error('no work tree');
  const call: RitualCall = {
    now: room.now,
    markup: plainMarkup,
    translate: english,
    invoke: (operation, input) => invoke(operation, room.context(person), input),
  };
  const files: RitualFiles = {
    attached: [],
    withheld: [],
    list: () => tree.paths(),
    read: path => tree.readText(path),
  };
  const { parts } = await codePrompt(call, files, { ...order, request });
  return parts.map(({ text }) => text).join('\n\n');
}

describe('what a model is shown of a repository', () => {
  it.each(['.envrc', 'deploy/production.env', 'config/secrets.prod.yml', '.docker/config.json', '.kube/config'])(
    'is never what %s holds, be it asked for or not',
    async path => {
      room.commit('Begin', { 'src/limit.ts': 'export const limit = 5;\n', [path]: 'TOKEN=hunter2\n' });
      for (const text of [await said(), await said(`look at ${path}`)]) {
        expect(text).toContain('export const limit = 5;');
        expect(text).not.toContain('hunter2');
      }
    },
  );

  it('is what a file with a dot holds only where somebody names it', async () => {
    room.commit('Begin', { '.settings/net.json': '{"host": "inner"}\n', 'src/other.ts': 'export const other = 1;\n' });
    expect(await said()).not.toContain('inner');
    expect(await said()).toContain('export const other = 1;');
    expect(await said('change .settings/net.json')).toContain('inner');
  });
});
