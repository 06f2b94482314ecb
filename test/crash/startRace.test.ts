import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { answer, git, makeRepository, run } from '../contract/cliRig.js';
import { sized } from './support/size.js';

const contestants = 6;
const rounds = sized(20, 4);

interface Outcome {
  readonly branch?: string;
  readonly workTree?: string;
  readonly code?: string;
}

/** What one process got: where the task lives, or the refusal's code. What a busy machine kept waiting is tried again. */
async function contest(words: readonly string[], cwd: string, actor: string): Promise<Outcome> {
  for (;;) {
    const done = await run([...words, '--json'], { cwd, actor });
    if (done.stdout === '') throw new Error(`it ended without an answer: ${JSON.stringify(done)}`);
    const reply = JSON.parse(done.stdout) as { code?: string; message?: string; data?: { task: Outcome } };
    if (reply.code === 'store_locked') continue;
    return reply.data?.task ?? { code: `${reply.code}: ${reply.message}` };
  }
}

it.each([
  ['task start', (round: number) => ['task', 'start', `Round ${round}`, '--ref', `round-${round}`]],
  ['task scope', (round: number) => ['task', 'scope', `Round ${round}`, '--id', `round-${round}`]],
])(
  `\`%s\` by ${contestants} processes at once: one task, which lives where it says, in each of ${rounds} rounds`,
  async (_, words) => {
    const cwd = makeRepository();
    for (let round = 1; round <= rounds; round += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: contestants }, (_none, index) => contest(words(round), cwd, `agent-${index}`)),
      );
      const winners = outcomes.filter(({ code }) => code === undefined);
      const refusals = outcomes.flatMap(({ code }) => code ?? []);
      expect(refusals.filter(code => !code.startsWith('conflict: '))).toEqual([]);
      expect(winners).toHaveLength(1);
      const { branch, workTree } = winners[0] ?? {};
      expect(existsSync(`${workTree}/.git`)).toBe(true);
      expect(git(String(workTree), 'branch', '--show-current').trim()).toBe(branch);
    }
    // Of those that were refused nothing is left.
    const branches = git(cwd, 'branch', '--list', 'feature/*', '--format=%(refname:short)').trim().split('\n');
    expect(branches).toHaveLength(rounds);
    expect(git(cwd, 'worktree', 'list').trim().split('\n')).toHaveLength(rounds + 1);
    expect((await answer(['task', 'list'], { cwd })).tasks).toHaveLength(rounds);
  },
);
