import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answer, git, run, writeIn } from '../contract/cliRig.js';
import { makeLaneRepository, spawnLane } from '../contract/laneRig.js';
import { sized } from './support/size.js';

const rounds = sized(50, 2);

/** Another name alone does not make another agent: each has a session of its own. */
const as = (cwd: string, actor: string) => ({ cwd, actor, env: { CODEX_THREAD_ID: `thread-of-${actor}` } });

/** Repeats what a busy machine made wait too long, as the refusal says: nothing was written. */
async function approve(cwd: string, actor: string): Promise<{ code: number | null; approvedBy: unknown }> {
  for (;;) {
    const done = await run(['worker', 'approve', 'login', '--json'], as(cwd, actor));
    const reply = JSON.parse(done.stdout) as { code?: string; data?: { worker: { approvedBy: unknown } } };
    if (reply.code !== 'store_locked') return { code: done.code, approvedBy: reply.data?.worker.approvedBy };
  }
}

it(`two processes approve at once, ${rounds} times: one of them counts, and both are told of it`, async () => {
  const repository = makeLaneRepository();
  writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}');
  git(repository, 'add', '.stateroom');
  git(repository, 'commit', '-q', '-m', 'Agree');
  git(repository, 'push', '-q', 'origin', 'main');
  const { worktreePath: cwd } = await spawnLane(repository, 'login', ['--no-fetch']);
  await answer(['worker', 'start'], as(cwd, 'ada'));
  for (let round = 1; round <= rounds; round += 1) {
    writeIn(cwd, 'login.txt', `${round}\n`);
    git(cwd, 'add', join(cwd, 'login.txt'));
    git(cwd, 'commit', '-q', '-m', `Round ${round}`);
    await answer(['worker', 'done'], as(cwd, 'ada'));
    const both = await Promise.all([approve(repository, 'bob'), approve(repository, 'cid')]);
    const [{ approvedBy } = { approvedBy: undefined }] = both;
    expect(['bob', 'cid']).toContain(approvedBy);
    expect(both).toEqual([
      { code: 0, approvedBy },
      { code: 0, approvedBy },
    ]);
    const query = "select count(*) as n from events where type = 'worker_approved'";
    expect(await answer(['store', 'query', query], { cwd: repository })).toMatchObject({ rows: [[round]] });
  }
});
