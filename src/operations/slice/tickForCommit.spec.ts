import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { planRegister } from '../plan/planRegister.js';
import { planSync } from '../plan/planSync.js';
import { sliceClose } from './sliceClose.js';
import { sliceCommit } from './sliceCommit.js';
import { sliceStart } from './sliceStart.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

const plan = '.stateroom/plans/limits.md';
const open = '# Limits\n\n## Objective\nLimits.\n\n## Steps\n- [ ] Count {#count}\n- [ ] Refuse {#refuse}\n';
const counted = open.replace('- [ ] Count', '- [x] Count');
const rationale = `## Changes
- counts the retries
## Verification
- the test passes
## Schema / Contract Changes
None
## Open Threads
None`;

/** A task whose plan is committed, with a slice for the box `count` and work that is not committed. */
async function worked(path = plan): Promise<void> {
  repo.git('switch', '-q', '-c', 'feature/x-1');
  repo.commit('Plan', { [path]: open });
  await repo.task('x-1', { branch: 'feature/x-1' });
  await repo.ok(planRegister, { plan: path });
  await repo.ok(sliceStart, { title: 'Count the retries', item: 'count' });
  repo.write('README.md', 'done\n');
}

const read = (path = plan): string => readFileSync(join(repo.repository, path), 'utf8');

describe('the commit of a slice', () => {
  it('holds the tick of its box in the plan, so that nothing is left to commit', async () => {
    await worked();
    await repo.ok(evidenceRun, { command: ['grep', '-q', 'done', 'README.md'] });
    await repo.ok(sliceCommit, {});
    expect(repo.git('show', `HEAD:${plan}`)).toBe(counted.trimEnd());
    expect(repo.git('status', '--porcelain')).toBe('');
    await repo.ok(sliceClose, { rationale });
    expect(repo.git('status', '--porcelain')).toBe('');
    expect((await repo.ok(planSync, {})).ticks).toEqual([]);
    expect((await repo.eventTypes()).slice(-3)).toEqual(['plan_item_ticked', 'slice_committed', 'slice_closed']);
  });

  it('ticks nothing without evidence, and takes it up with the next one', async () => {
    await worked();
    await repo.ok(sliceCommit, {});
    expect(read()).toBe(open);
    await repo.ok(evidenceRun, { command: ['true'] });
    await repo.ok(sliceClose, { rationale });
    await repo.ok(sliceStart, { title: 'Refuse', item: 'refuse' });
    repo.write('README.md', 'more\n');
    await repo.ok(sliceCommit, {});
    expect(repo.git('show', `HEAD:${plan}`)).toBe(counted.trimEnd());
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it('leaves the plan as it was where a hook rejects it', async () => {
    await worked();
    await repo.ok(evidenceRun, { command: ['true'] });
    repo.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
    chmodSync(join(repo.repository, '.git/hooks/pre-commit'), 0o755);
    const before = await repo.dump();
    expect((await repo.refused(sliceCommit, {})).code).toBe('conflict');
    expect(read()).toBe(open);
    expect(repo.git('status', '--porcelain')).toBe('M README.md');
    expect(await repo.dump()).toBe(before);
  });

  it('adds the tick to the paths that it was given, but no other change of the plan', async () => {
    await worked();
    await repo.ok(evidenceRun, { command: ['true'] });
    repo.write('src/a.ts', 'export {};\n');
    repo.git('add', 'src/a.ts');
    repo.write(plan, open.replace('Limits.', 'Other limits.'));
    await repo.ok(sliceCommit, { paths: ['src/a.ts'] });
    expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toBe('src/a.ts');
    repo.write(plan, open);
    await repo.ok(sliceCommit, { paths: ['README.md'] });
    expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toBe(`${plan}\nREADME.md`);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it('leaves a plan alone that is part of the tree which the evidence is about', async () => {
    await worked('docs/limits.md');
    await repo.ok(evidenceRun, { command: ['true'] });
    await repo.ok(sliceCommit, {});
    expect(read('docs/limits.md')).toBe(open);
    await repo.ok(sliceClose, { rationale });
  });
});
