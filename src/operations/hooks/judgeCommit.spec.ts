import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { judgeCommit } from './judgeCommit.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

it('hands a file to the check of the format that cannot be taken for a flag', async () => {
  const out = join(repo.directory, 'seen');
  repo.commit('Ask', {
    '.stateroom/config.json': JSON.stringify({ hooks: { format: `printf '%s\\n' > ${out}` } }),
  });
  repo.git('switch', '-q', '-c', 'feature/x');
  repo.write('--write', 'x\n');
  repo.write('src/a.ts', 'x\n');
  await repo.trustCommands();
  expect(await judgeCommit(repo.context(), '--write\nsrc/a.ts\n')).toEqual({ allowed: true, lines: [] });
  expect(readFileSync(out, 'utf8')).toBe('./--write\nsrc/a.ts\n');
});

it('leaves out a check of the format that no person trusts, and says so', async () => {
  repo.commit('Ask', { '.stateroom/config.json': '{"hooks":{"format":"touch ran; exit 1;"}}' });
  repo.git('switch', '-q', '-c', 'feature/x');
  repo.write('src/a.ts', 'x\n');
  const skipped = {
    allowed: true,
    lines: [
      'stateroom: the format check was skipped. No person has trusted these commands in hooks.format for this clone: `touch ran; exit 1;`.',
      '  A person can trust them: stateroom trust show, then stateroom trust grant.',
    ],
  };
  expect(await judgeCommit(repo.context(), 'src/a.ts\n')).toEqual(skipped);
  expect(existsSync(join(repo.repository, 'ran'))).toBe(false);
  await repo.trustCommands();
  expect(await judgeCommit(repo.context(), 'src/a.ts\n')).toMatchObject({ allowed: false });
  // A branch with another check is asked about once more.
  repo.commit('Change', { '.stateroom/config.json': '{"hooks":{"format":"touch other; exit 1;"}}' });
  expect(await judgeCommit(repo.context(), 'src/a.ts\n')).toMatchObject({
    allowed: true,
    lines: [expect.stringContaining('`touch other; exit 1;`'), expect.any(String)],
  });
  expect(existsSync(join(repo.repository, 'other'))).toBe(false);
});
