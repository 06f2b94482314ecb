import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { roles } from '../../../domain/actor/actor.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { defineOperation } from '../../../operations/operation.js';
import type { TrustQuestion } from '../../../records/trust/requireTrusted.js';
import { OpenRepository, type RepositoryEnvironment, type RepositoryPlace } from '../repository/openRepository.js';
import { askTrust } from './askTrust.js';

const dialog = vi.hoisted(() => ({ asked: [] as unknown[][], answer: undefined as string | undefined }));

vi.mock('vscode', () => ({
  l10n: { t: (message: string, ...values: string[]) => message.replace(/\{(\d)\}/g, (_, at) => String(values[at])) },
  window: {
    showWarningMessage: async (...asked: unknown[]) => {
      dialog.asked.push(asked);
      return dialog.answer;
    },
  },
}));

const question: TrustQuestion = {
  commands: [
    { setting: 'lane.setup', command: 'npm ci' },
    { setting: 'lane.setup', command: 'npm run build' },
    { setting: 'gate.commands', command: 'npm test' },
  ],
  isChange: false,
  setting: 'lane.setup',
  canSkip: true,
};

beforeEach(() => {
  dialog.asked = [];
  dialog.answer = undefined;
});

describe('the question before commands of a repository run', () => {
  it('lists every command under its setting, in a modal dialog', async () => {
    expect(await askTrust(question, 'shop')).toBeUndefined();
    const detail = [
      'The repository defines these commands in .stateroom/config.json. They run on this computer with your permissions:',
      'lane.setup\n    npm ci\n    npm run build\ngate.commands\n    npm test',
      'You are asked again when a command changes, but not when a script it runs changes.',
    ].join('\n\n');
    expect(dialog.asked).toEqual([
      ['Trust and run the commands of “shop”?', { modal: true, detail }, 'Trust and Run', 'Continue Without Setup'],
    ]);
    await askTrust({ ...question, isChange: true, setting: 'gate.commands', canSkip: false }, 'shop');
    expect(dialog.asked[1]).toEqual([
      'The commands of “shop” have changed. Trust and run them?',
      { modal: true, detail },
      'Trust and Run',
    ]);
    await askTrust({ ...question, setting: 'lane.teardown' }, 'shop');
    expect(dialog.asked[2]?.slice(2)).toEqual(['Trust and Run', 'Skip Teardown']);
  });

  it('is answered by its buttons alone', async () => {
    dialog.answer = 'Trust and Run';
    expect(await askTrust(question, 'shop')).toBe('trust');
    dialog.answer = 'Continue Without Setup';
    expect(await askTrust(question, 'shop')).toBe('skip');
    dialog.answer = undefined;
    expect(await askTrust(question, 'shop')).toBeUndefined();
  });
});

describe('a repository of the window', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'stateroom-ask-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('asks the person where they started something, not for a command that they typed, and never for an agent', async () => {
    const place = { id: home, name: 'shop', storeDirectory: home, folder: { fsPath: home } } as RepositoryPlace;
    const environment = {
      openStore: async () => ({}),
      openWorkTree: () => undefined,
      openAttachments: () => undefined,
      personName: async () => 'Robin',
      settings: () => ({}),
      // Trust in the workspace is there from the start, and does not count.
      isTrusted: () => true,
      askTrust,
    };
    const repository = new OpenRepository(place, environment as unknown as RepositoryEnvironment);
    const ask = defineOperation({
      name: 'test.ask',
      order: 10,
      title: 'Ask',
      summary: 'Asks.',
      input: z.strictObject({}),
      output: z.string(),
      effect: 'write',
      roles,
      mcp: null,
      cli: { examples: [] },
      palette: false,
      run: async context => (await context.askTrust?.(question)) ?? 'not asked',
    });
    dialog.answer = 'Trust and Run';
    expect(await repository.invoke(ask, {})).toBe('trust');
    expect(dialog.asked[0]?.[0]).toBe('Trust and run the commands of “shop”?');
    expect(await repository.invoke(ask, {}, { typed: true })).toBe('not asked');
    const ofAgent = await repository.contextFor('write', () => ({ role: 'agent', name: 'copilot' }));
    expect(isRefusal(ofAgent) || ofAgent.askTrust).toBeUndefined();
    expect(dialog.asked).toHaveLength(1);
  });
});
