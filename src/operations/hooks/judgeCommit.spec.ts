import { readFileSync } from 'node:fs';
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
  expect(await judgeCommit(room.context(), '--write\nsrc/a.ts\n')).toEqual({ allowed: true, lines: [] });
  expect(readFileSync(out, 'utf8')).toBe('./--write\nsrc/a.ts\n');
});
