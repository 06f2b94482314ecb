import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { roles } from '../../src/domain/actor/actor.js';
import { defineOperation } from '../../src/operations/operation.js';
import { FolderRefused } from '../../src/platform/ownFolder.js';
import { runInMemory } from '../support/memoryHost.js';
import { hashOf, makeRepository } from './cliRig.js';

/** An operation that fails in ways it should not. */
const labFail = defineOperation({
  name: 'lab.fail',
  order: 10,
  title: 'Fail',
  summary: 'Fails.',
  input: z.object({ how: z.enum(['bug', 'folder', 'system', 'text']) }),
  output: z.object({}),
  effect: 'write',
  roles,
  mcp: null,
  cli: { positionals: ['how'], examples: ['lab fail bug'] },
  palette: false,
  async run({ store }, { how }) {
    if (how === 'text') throw 'no Error at all';
    if (how === 'bug') {
      return store.transaction(async () => {
        throw new TypeError('x is undefined');
      });
    }
    if (how === 'folder') throw new FolderRefused('/store/logs');
    throw Object.assign(new Error("EACCES: permission denied, open '/x'"), { code: 'EACCES', syscall: 'open' });
  },
});

describe('a failure of the program itself', () => {
  it.each([
    ['bug', 70, 'Internal error: x is undefined.', { code: 'internal_error', message: 'x is undefined' }],
    ['text', 70, 'Internal error: no Error at all.', { code: 'internal_error', message: 'no Error at all' }],
    [
      'system',
      4,
      "The operating system reported an error: EACCES: permission denied, open '/x'.",
      {
        code: 'store_write_failed',
        message: "The operating system reported an error: EACCES: permission denied, open '/x'.",
      },
    ],
    [
      'folder',
      4,
      '/store/logs is a link or a file, not a folder of the store, so nothing was written. Move it away.',
      {
        code: 'store_write_failed',
        message: '/store/logs is a link or a file, not a folder of the store, so nothing was written. Move it away.',
      },
    ],
  ])('(%s) is one sentence and an exit code, with the stack on request', async (how, exitCode, sentence, json) => {
    const directory = makeRepository();
    const environment = { STATEROOM_ACTOR: 'ada' };
    const say = (more: Record<string, string>, ...args: string[]) =>
      runInMemory(['lab', 'fail', how, ...args], {
        directory,
        environment: { ...environment, ...more },
        operations: [labFail],
      });
    await runInMemory(['init'], { directory, environment });
    const before = hashOf(directory);
    const told = await say({});
    expect([told.code, told.stdout]).toEqual([exitCode, '']);
    expect(told.stderr.split('\n')[0]).toBe(`stateroom: ${sentence}`);
    expect(told.stderr).not.toMatch(/^ +at /m);
    const machine = await say({}, '--json');
    expect(JSON.parse(machine.stdout)).toEqual({ ok: false, ...json });
    if (how !== 'text') expect((await say({ STATEROOM_DEBUG: '1' })).stderr).toMatch(/^ +at .+cliFailure\.test\.ts/m);
    expect(hashOf(directory)).toBe(before);
  });
});
