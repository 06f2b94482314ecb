import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitTestRepository, repositoryEnvironment } from '../../../test/support/gitTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { openGitHooks } from '../../git/hooks/openGitHooks.js';
import { texts } from '../../surfaces/cli/format/hooksText.js';
import { resultText } from '../../surfaces/cli/format/resultText.js';
import { makeStyle } from '../../surfaces/cli/format/style.js';
import { invoke } from '../invoke.js';
import { hooksInstall } from './hooksInstall.js';
import { hooksStatus } from './hooksStatus.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

it('says why hooks were not tried', async () => {
  const hooks = openGitHooks({
    root: repo.repository,
    commonDir: join(repo.repository, '.git'),
    environment: repositoryEnvironment(),
    program: { file: join(repo.repository, 'cli.mjs'), version: '1.0.0' },
  });
  const said = async (operation: typeof hooksInstall | typeof hooksStatus) => {
    const answer = await invoke(operation, { ...repo.context(person), hooks }, {});
    if (isRefusal(answer)) throw new Error(answer.code);
    const view = { style: makeStyle(false), width: 100, now: 0 };
    return [answer.hooks[0], resultText(operation, answer, view, {}, texts)];
  };
  const name = 'pre-commit';
  const all = 'pre-commit, commit-msg, pre-rebase, pre-push, post-checkout, post-commit, post-merge, post-rewrite';
  expect(await said(hooksInstall)).toEqual([
    { name, installed: true, runs: 'yes', untried: null },
    'All hooks are installed.\nGit ran each of them here for a trial.',
  ]);
  repo.git('config', 'hook.lint.command', 'npm run lint');
  expect(await said(hooksStatus)).toEqual([
    { name, installed: true, runs: 'unproven', untried: 'settings' },
    `All hooks are installed.\nNot tried because git’s settings name commands that would run as well (hook.<name>.command): ${all}.`,
  ]);
  repo.git('config', '--unset', 'hook.lint.command');
  const run = join(repo.repository, '.git/stateroom/hooks/run');
  writeFileSync(run, `${readFileSync(run, 'utf8')}# earlier\n`);
  expect(await said(hooksStatus)).toEqual([
    { name, installed: true, runs: 'unproven', untried: 'version' },
    `All hooks are installed.\nNot tried because another version of Stateroom installed them (“stateroom hooks install” renews them): ${all}.`,
  ]);
});

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
