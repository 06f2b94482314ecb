import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, git, run, start, storeOf, until, userNode, writeIn } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';

const refusal = (actor: string, lane: string, agent: string): string =>
  `stateroom: ${actor} is not allowed to act in ${lane}: ${agent} has been working in it since <time>.\n` +
  `  Take work of your own, send it a message, or ask a person. Run \`stateroom queue next\` or \`stateroom message send '…' --to ${lane.replace(/.*\(|\)/g, '')}\`.\n`;

/** Times differ from run to run. */
const timeless = (text: string): string => text.replace(/since \S+Z/, 'since <time>');

describe('two agents in two worktrees', () => {
  it('act each in its own lane and not in the other’s', async () => {
    const repository = makeLaneRepository();
    const login = await spawnLane(repository, 'login', ['--owns', 'login/**']);
    const cart = await spawnLane(repository, 'cart', ['--owns', 'cart/**']);
    const one = { cwd: login.worktreePath, actor: 'one' };
    const two = { cwd: cart.worktreePath, actor: 'two' };
    await answer(['worker', 'start'], one);
    await answer(['worker', 'start'], two);
    mkdirSync(join(cart.worktreePath, 'node_modules'));
    writeIn(cart.worktreePath, 'node_modules/kept.js', 'kept\n');
    writeIn(cart.worktreePath, '.gitignore', 'node_modules\n');
    const before = [git(repository, 'for-each-ref'), (await answer(['events', 'tail'], two)).events];
    for (const words of [
      ['worker', 'start', 'cart', '--', userNode, '-e', ''],
      ['worker', 'fail', 'Not needed', '--lane', 'cart'],
      ['worker', 'heartbeat', 'cart'],
      ['lane', 'clean', 'cart', '--remove'],
      ['lane', 'teardown', 'cart'],
    ]) {
      const { code, stderr } = await run(words, one);
      expect([words.join(' '), code, timeless(stderr)]).toEqual([
        words.join(' '),
        1,
        refusal('one', 'L-2 (cart)', 'two'),
      ]);
    }
    expect([git(repository, 'for-each-ref'), (await answer(['events', 'tail'], two)).events]).toEqual(before);
    expect(existsSync(join(cart.worktreePath, 'node_modules', 'kept.js'))).toBe(true);
    expect(existsSync(join(storeOf(repository), 'runs'))).toBe(false);
    // Its own: `two` from elsewhere by its name, and nobody else in its worktree.
    expect(await answer(['worker', 'heartbeat', 'cart'], { ...two, cwd: repository })).toMatchObject({ lane: 'cart' });
    const third = await run(['lane', 'clean', '--remove'], { ...two, actor: 'three' });
    expect([third.code, timeless(third.stderr)]).toEqual([1, refusal('three', 'L-2 (cart)', 'two')]);
    expect(await answer(['lane', 'clean', '--remove'], two)).toMatchObject({ removed: true });
  });

  it('are known by the lane that they were started in, and a caller without a name by git’s', async () => {
    const repository = makeLaneRepository();
    const { worktreePath } = await spawnLane(repository, 'login', [], {});
    // Ann, as git calls her who named no one, opened it: she is known again by commands that write nothing.
    expect(await answer(['lane', 'setup', 'login'], { cwd: repository })).toMatchObject({ lane: 'login', ok: true });
    const script =
      'const { spawnSync: run } = require("child_process");' +
      'const { STATEROOM_ACTOR: _, ...env } = process.env;' +
      `const cwd = ${JSON.stringify(repository)};` +
      'const words = ["worker", "fail", "Not here", "--lane", "login", "--actor", "renamed"];' +
      'const { status, stderr } = run("stateroom", words, { cwd, env, encoding: "utf8" });' +
      'require("fs").writeFileSync("ended", status + stderr);';
    const begun = start(['worker', 'start', 'login', '--', userNode, '-e', script], { cwd: repository, actor: 'boss' });
    begun.stdin.end();
    await until('it has ended', () => existsSync(join(worktreePath, 'ended')));
    const shown = await answer(['worker', 'show', 'login'], { cwd: repository });
    expect(shown).toMatchObject({
      state: 'FAILED',
      worker: { agent: 'node-login', harness: null, reason: 'Not here' },
    });
    const { events } = await answer(['events', 'tail', '--limit', '3'], { cwd: repository });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'worker_failed', actor: 'renamed', lane: 'login', role: 'agent' }),
    );
  });
});
