import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitTestRepository, repositoryEnvironment } from '../../../test/support/gitTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { openGitHooks } from '../../git/hooks/openGitHooks.js';
import { invoke } from '../invoke.js';
import { hooksInstall } from './hooksInstall.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

it('changes nothing where the hooks are in place', async () => {
  const hooks = openGitHooks({
    root: repo.repository,
    commonDir: join(repo.repository, '.git'),
    environment: repositoryEnvironment(),
    program: { file: join(repo.repository, 'cli.mjs'), version: '1.0.0' },
  });
  const install = async () => {
    const answer = await invoke(hooksInstall, { ...repo.context(person), hooks }, {});
    if (isRefusal(answer)) throw new Error(answer.code);
    return answer;
  };
  const first = await install();
  expect(first).toMatchObject({ changed: true, complete: true });
  const before = await repo.dump();
  repo.now += 1000;
  expect(await install()).toEqual({ ...first, changed: false });
  expect(await repo.dump()).toBe(before);
  expect(await repo.eventTypes()).toEqual(['hooks_installed']);
});
