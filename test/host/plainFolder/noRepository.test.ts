import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'mocha';
import { folder, refused, stateroom } from '../stateroom.js';

describe('In a folder without git Stateroom', () => {
  it('refuses every operation in a sentence and writes nothing', async () => {
    const api = await stateroom();
    for (const [operation, input] of [
      ['queue.add', { title: 'New' }],
      ['queue.list', {}],
      ['store.check', {}],
    ] as const) {
      const refusal = await refused(operation, input);
      strictEqual(refusal.code, 'no_repository');
      strictEqual(refusal.message, 'No folder in this window is in a git repository.');
    }
    deepStrictEqual((await api.queue()).sections, []);
    strictEqual(api.statusBar().visible, false);
    deepStrictEqual(readdirSync(folder()), ['README.md']);
  });
});
