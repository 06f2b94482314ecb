import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitRoom } from '../../../test/support/gitRoom.js';
import { judgeCommit } from './judgeCommit.js';

let room: GitRoom;
beforeEach(() => {
  room = new GitRoom();
});
afterEach(() => room.close());

it('hands a file to the check of the format that cannot be taken for a flag', async () => {
  const out = join(room.directory, 'seen');
  room.commit('Ask', {
    '.stateroom/config.json': JSON.stringify({ hooks: { format: `printf '%s\\n' > ${out}` } }),
  });
  room.git('switch', '-q', '-c', 'feature/x');
  room.write('--write', 'x\n');
  room.write('src/a.ts', 'x\n');
  await room.trustCommands();
  expect(await judgeCommit(room.context(), '--write\nsrc/a.ts\n')).toEqual({ allowed: true, lines: [] });
  expect(readFileSync(out, 'utf8')).toBe('./--write\nsrc/a.ts\n');
});

it('leaves out a check of the format that no person trusts, and says so', async () => {
  room.commit('Ask', { '.stateroom/config.json': '{"hooks":{"format":"touch ran; exit 1;"}}' });
  room.git('switch', '-q', '-c', 'feature/x');
  room.write('src/a.ts', 'x\n');
  const skipped = {
    allowed: true,
    lines: [
      'stateroom: the format check was skipped. No person has trusted these commands of hooks.format in this clone: `touch ran; exit 1;`.',
      '  A person can trust them: stateroom trust show, then stateroom trust grant.',
    ],
  };
  expect(await judgeCommit(room.context(), 'src/a.ts\n')).toEqual(skipped);
  expect(existsSync(join(room.repository, 'ran'))).toBe(false);
  await room.trustCommands();
  expect(await judgeCommit(room.context(), 'src/a.ts\n')).toMatchObject({ allowed: false });
  // A branch with another check is asked about once more.
  room.commit('Change', { '.stateroom/config.json': '{"hooks":{"format":"touch other; exit 1;"}}' });
  expect(await judgeCommit(room.context(), 'src/a.ts\n')).toMatchObject({
    allowed: true,
    lines: [expect.stringContaining('`touch other; exit 1;`'), expect.any(String)],
  });
  expect(existsSync(join(room.repository, 'other'))).toBe(false);
});
