import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, missingTerminal } from '../cliRig.js';
import type { SpawnedLane } from '../laneRig.js';
import { nothingLeft } from './storyEnd.js';
import { Story } from './storyRig.js';

/** W-1 in review in a lane of bob's, and W-2, which waits for it. */
async function inReview(): Promise<{ readonly story: Story; readonly lane: SpawnedLane }> {
  const story = new Story();
  await story.person('queue', 'add', 'Limit logins', '--id', 'login');
  await story.person('queue', 'add', 'Show the limit', '--id', 'show', '--depends-on', 'W-1');
  const lane = await story.opens('W-1');
  await story.worksIn('bob', lane, 'limit.ts');
  return { story, lane };
}

/** Another clone of the remote, as the host has one. */
function cloneOf({ cwd }: Story): string {
  const clone = join(cwd, '..', 'host');
  git(cwd, 'clone', '-q', '../remote.git', '../host');
  git(clone, 'config', 'user.name', 'Host');
  git(clone, 'config', 'user.email', 'host@example.com');
  return clone;
}

const mergedEnd = { ...nothingLeft, items: ['W-1 done', 'W-2 ready'], lanes: ['L-1 login merged'], tasks: [] };

describe.skipIf(missingTerminal !== undefined)('work in review', () => {
  it('is merged by git merge, which the hook sees', async () => {
    const { story } = await inReview();
    await story.person('hooks', 'install');
    git(story.cwd, 'merge', '-q', '--no-ff', '-m', 'Merge by hand', 'feature/login');
    expect(await story.end()).toEqual(mergedEnd);
  });

  it('is merged by a pull request and seen with the next fetch', async () => {
    const { story, lane } = await inReview();
    await story.agent('bob', lane.worktreePath, 'worker', 'push');
    const host = cloneOf(story);
    git(host, 'merge', '-q', '--no-ff', '-m', 'Merge pull request #1', 'origin/feature/login');
    git(host, 'push', '-q', 'origin', 'main', ':feature/login');
    expect(await story.end()).toMatchObject({
      items: ['W-1 in_flight bob', 'W-2 blocked'],
      needsYou: ['approval L-1'],
    });
    git(story.cwd, 'fetch', '-q', '--prune');
    await story.person('lane', 'record-merged');
    expect(await story.end()).toEqual(mergedEnd);
    git(story.cwd, 'pull', '-q', '--ff-only');
    expect(git(story.cwd, 'show', 'main:limit.ts')).toBe('limit.ts\n');
  });

  it('is squashed by Stateroom', async () => {
    const { story, lane } = await inReview();
    story.commit(lane.worktreePath, 'limit.test.ts');
    await story.agent('bob', lane.worktreePath, 'worker', 'done');
    expect(await story.merges('login', '--way', 'squash', '-m', 'Limit logins')).toMatchObject({ into: 'main' });
    expect(git(story.cwd, 'log', '--format=%s', 'main')).toBe('Limit logins\nBegin\n');
    story.push();
    expect(await story.end()).toEqual(mergedEnd);
  });

  it('is squashed by the host, which a person is asked about once', async () => {
    const { story, lane } = await inReview();
    await story.agent('bob', lane.worktreePath, 'worker', 'push');
    const host = cloneOf(story);
    git(host, 'merge', '-q', '--squash', 'origin/feature/login');
    git(host, 'commit', '-q', '-m', 'Limit logins (#1)');
    git(host, 'push', '-q', 'origin', 'main', ':feature/login');
    const squash = git(host, 'rev-parse', 'main').trim();
    git(story.cwd, 'pull', '-q', '--ff-only', '--prune');
    expect(await story.person('lane', 'record-merged')).toEqual({
      lanes: [{ lane: 'login', commit: squash, outcome: 'asked' }],
    });
    expect(await story.person('lane', 'record-merged')).toEqual({ lanes: [] });
    expect(await story.end()).toMatchObject({
      items: ['W-1 in_flight bob', 'W-2 blocked'],
      lanes: ['L-1 login review'],
      needsYou: ['question M-1', 'approval L-1'],
    });
    expect(await story.person('lane', 'record-merged', 'login', '--commit', squash)).toEqual({
      lanes: [{ lane: 'login', commit: squash, outcome: 'recorded' }],
    });
    expect(await story.end()).toEqual(mergedEnd);
  });
});
