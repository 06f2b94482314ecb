import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { spoken } from '../../../test/support/spokenRefusal.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { openWorkTree } from '../../git/openWorkTree.js';
import type { Context } from '../../records/context.js';
import { invoke } from '../invoke.js';
import { runClose } from './runClose.js';
import { runHypothesize } from './runHypothesize.js';
import { runLearn } from './runLearn.js';
import { runLearnings } from './runLearnings.js';
import { runStart } from './runStart.js';
import { runStatus } from './runStatus.js';

const request = 'Why is the checkout slow on Mondays?';

let repository: GitTestRepository;
let linked: string;
/** The same repository in another worktree. */
let elsewhere: Context;
beforeEach(() => {
  repository = new GitTestRepository();
  linked = join(repository.directory, 'linked');
  repository.git('worktree', 'add', '-q', '-b', 'other', linked);
  elsewhere = { ...repository.context(), workTree: openWorkTree(linked, {}) };
});
afterEach(() => repository.close());

describe('a run of another worktree', () => {
  it('is named in the next step of a refused close, where another run is active', async () => {
    await repository.ok(runStart, { request });
    await repository.ok(runHypothesize, { text: 'The import still runs' });
    await invoke(runStart, elsewhere, { request: 'What else?' });
    await invoke(runHypothesize, elsewhere, { text: 'The cache is cold', run: 'R-2' });
    expect((await repository.refused(runClose, { run: 'R-2' })).next).toEqual([
      { operation: 'run.resolve', input: { hypothesis: 'H001', run: 'R-2' } },
    ]);
  });

  it('checks the paths of its learnings in its own worktree, wherever the command runs', async () => {
    await repository.ok(runStart, { request });
    const [mine, theirs] = ['monday.md', 'friday.md'];
    repository.write(mine, '');
    writeFileSync(join(linked, theirs), '');
    const lesson = { kind: 'doc-gap', summary: 'Say when', repoAction: 'docs', run: 'R-1' } as const;
    const refused = await invoke(runLearn, elsewhere, { ...lesson, path: theirs });
    expect(isRefusal(refused) && spoken(refused).message).toBe('friday.md does not exist in the worktree of R-1.');
    expect(isRefusal(await invoke(runLearn, elsewhere, { ...lesson, path: mine }))).toBe(false);
    expect(await invoke(runStatus, elsewhere, { run: 'R-1' })).toMatchObject({ unresolvedLearnings: [] });
    repository.git('clean', '-q', '-f', mine);
    writeFileSync(join(linked, mine), '');
    expect(await invoke(runLearnings, elsewhere, { run: 'R-1' })).toMatchObject({ learnings: [{ resolved: false }] });
    const open = await invoke(runClose, elsewhere, { run: 'R-1' });
    expect(isRefusal(open) && spoken(open)).toMatchObject({
      message: 'R-1 cannot be closed while these are unresolved: L001.',
      hint: 'Restore the files that they name in its worktree, or close it with a reason (--allow-open).',
    });
    // Where its worktree is gone, what was brought to another one counts.
    await invoke(runStart, elsewhere, { request: 'When?' });
    await invoke(runLearn, elsewhere, { ...lesson, run: 'R-2', path: mine });
    repository.git('worktree', 'remove', '--force', linked);
    expect((await repository.ok(runStatus, { run: 'R-2' })).unresolvedLearnings).toEqual(['L001']);
    repository.write(mine, '');
    expect((await repository.ok(runClose, { run: 'R-2' })).leftOpen).toEqual([]);
  });
});
