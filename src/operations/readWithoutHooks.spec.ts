import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { repositoryEnvironment } from '../../test/support/gitTestRepository.js';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { isRefusal } from '../domain/refusal/refusal.js';
import { openGitHooks } from '../git/hooks/openGitHooks.js';
import { catalogue } from './catalogue.js';
import { evidenceRun } from './evidence/evidenceRun.js';
import { findingRecord } from './finding/findingRecord.js';
import { invoke } from './invoke.js';
import { planRegister } from './plan/planRegister.js';
import { runStart } from './run/runStart.js';

/** Each hook that git knows, besides those of `p4`. */
const hooks = [
  ...['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'pre-commit', 'pre-merge-commit', 'prepare-commit-msg'],
  ...['commit-msg', 'post-commit', 'pre-rebase', 'post-checkout', 'post-merge', 'pre-push', 'pre-receive', 'update'],
  ...['proc-receive', 'post-receive', 'post-update', 'reference-transaction', 'push-to-checkout', 'pre-auto-gc'],
  ...['post-rewrite', 'sendemail-validate', 'fsmonitor-watchman', 'post-index-change'],
];

/** What the operations ask of that need more than nothing. */
const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'repository.trendRows': { of: 'created' },
  'repository.search': { query: 'item' },
  'queue.show': { id: 'W-1' },
  'decision.validate': { decision: 'D-1' },
  'evidence.show': { id: 'E-1' },
  'finding.show': { id: 'F-1' },
  'finding.locate': { path: 'src/b.ts' },
  'gate.check': { gate: 'close-check' },
  'events.since': { since: '2026-01-01T00:00:00Z' },
  'events.between': { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
  'store.query': { sql: 'select 1' },
  'lane.show': { lane: 'login' },
  'lane.changes': { lane: 'login' },
  'lane.commits': { lane: 'login' },
  'lane.why': { path: 'src/b.ts', line: 1 },
  'agent.show': { id: 'login' },
  'control.why': { id: 'W-1' },
  'worker.show': { lane: 'login' },
};

let repo: LaneTestRepository;
let canary: string;

beforeAll(async () => {
  repo = new LaneTestRepository();
  canary = join(repo.directory, 'canary');
  repo.commit('More', { 'src/a.ts': 'one\n', 'src/b.ts': 'two\n', 'docs/plan.md': '# Plan\n\n## Goal\n\nx\n' });
  await repo.add('An item');
  const lane = await repo.spawn('login');
  await repo.spawn('logout');
  // A file that git was told not to look at is checked by way of a scratch index.
  for (const words of [['-C', lane.worktreePath], []])
    repo.git(...words, 'update-index', '--assume-unchanged', 'src/a.ts');
  writeFileSync(join(lane.worktreePath, 'src', 'a.ts'), 'other\n');
  repo.git('switch', '-q', '-c', 'feature/x');
  await repo.task('x', { branch: 'feature/x', worktree_path: repo.repository });
  repo.write('src/a.ts', 'three\n');
  repo.write('src/new.ts', 'new\n');
  await repo.ok(evidenceRun, { command: ['true'], task: 'x' });
  await repo.ok(findingRecord, { task: 'x', text: 'Broken', severity: 'high', path: 'src/b.ts', line: '1' });
  await repo.ok(runStart, { request: 'Why is it broken?' });
  await repo.ok(planRegister, { plan: 'docs/plan.md', task: 'x' });
  for (const hook of hooks) {
    const file = join(repo.repository, '.git', 'hooks', hook);
    writeFileSync(file, `#!/bin/sh\necho ${hook} >> '${canary}'\n`, { mode: 0o755 });
  }
  repo.git('config', 'core.fsmonitor', '.git/hooks/fsmonitor-watchman');
});
beforeEach(() => rmSync(canary, { force: true }));
afterAll(() => repo.close());

/** These need a rescue, a slice, a log, a started agent, the workflows or a surface that sees programs; git is not asked for what they read of them. */
const elsewhere = [
  'repository.doctor',
  'slice.packet',
  'ritual.brief',
  'lane.rescue',
  'worker.logs',
  'agent.transcript',
];

describe('no hook of the repository runs in', () => {
  const reading = catalogue.filter(({ name, effect }) => effect === 'read' && !elsewhere.includes(name));

  it.each(reading.map(operation => [operation.name, operation] as const))('%s', async (name, operation) => {
    const { repository } = repo;
    const program = { file: repo.programFile, version: '1.0.0' };
    const hooksHere = openGitHooks({
      root: repository,
      commonDir: join(repository, '.git'),
      environment: repositoryEnvironment(),
      program,
    });
    const answer = await invoke(operation, { ...repo.context(), hooks: hooksHere }, inputs[name] ?? {});
    expect(isRefusal(answer) ? answer.message : undefined).toBeUndefined();
    expect(existsSync(canary) ? readFileSync(canary, 'utf8') : '').toBe('');
  });
});

it('runs hooks in a commit that is made in the caller’s name', async () => {
  repo.write('src/b.ts', 'mine\n');
  await repo.context().workTree?.commit('Mine', { paths: ['src/b.ts'] });
  const ran = new Set(readFileSync(canary, 'utf8').split('\n'));
  expect([...ran]).toEqual(expect.arrayContaining(['pre-commit', 'commit-msg', 'post-commit']));
});
