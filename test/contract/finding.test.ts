import { describe, expect, it } from 'vitest';
import { answer, git, makeRepository, run, writeIn } from './cliRig.js';

/** Rounds of the race: few in every run, all of them when asked for. */
const rounds = process.env.STATEROOM_TESTS === 'all' ? 100 : 20;

interface Shown {
  readonly ref: string;
  readonly status: string;
  readonly revision: number;
  readonly resolvedBy: string | null;
}

const remark = ['--severity', 'high', '--path', 'README.md', '--line', '1', '--text', 'Says too little'];

describe('findings on the command line', () => {
  it('are recorded, listed, fixed with proof of their commit and reopened', async () => {
    const cwd = makeRepository();
    const said = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(args, { cwd, actor: 'claude' });
      return `${code} ${stdout}${stderr}`.trimEnd();
    };
    expect(await said('finding', 'list')).toBe(
      '0 No findings. Record one: stateroom finding record --severity high --path <file> --line 3 --text <text>',
    );
    expect(await said('finding', 'record', ...remark, '--repository')).toBe(
      '0 Recorded F-1 Says too little (high, README.md:1).',
    );
    expect(await said('finding', 'record', ...remark, '--repository')).toBe(
      '0 F-1 Says too little already exists (open).',
    );
    expect(await said('finding', 'record', ...remark)).toBe(
      '1 stateroom: No active task.\n  Run `stateroom task start <objective>` or `stateroom finding record --severity <high|medium|low> --path <text> --text <text> --repository`.',
    );
    writeIn(cwd, 'README.md', 'A repository with more to say.\n');
    expect(await said('finding', 'fix', 'F-1')).toMatch(
      /^3 stateroom: F-1 .* cannot be marked as fixed yet: README\.md has uncommitted changes\./,
    );
    git(cwd, 'commit', '-q', '-am', 'Say more');
    expect(await said('finding', 'fix', 'F-1', '--commit', 'deadbeef')).toMatch(
      /^2 stateroom: Commit deadbeef not found/,
    );
    expect(await said('finding', 'fix', 'F-1', '--note', 'said')).toBe('0 F-1 Says too little is fixed.');
    expect(await said('finding', 'fix', 'F-1')).toMatch(
      /^3 stateroom: F-1 .* is fixed and cannot be marked as fixed\./,
    );
    expect(await said('finding', 'reopen', 'F-1', '--reason', 'still too little')).toBe(
      '0 Reopened F-1 Says too little.',
    );
    expect(await said('finding', 'wontfix', 'F-1')).toMatch(/^2 stateroom: .* needs --note/);
    expect(await said('finding', 'work-item', 'F-1')).toBe('0 Added W-1 Fix F-1: Says too little.');
    const { findings } = await answer(['finding', 'list'], { cwd });
    expect(findings).toMatchObject([{ ref: 'F-1', status: 'open', reopenCount: 1, workItem: 'W-1' }]);
  });

  it('come from a file, all or none', async () => {
    const cwd = makeRepository();
    const lines = [
      { severity: 'low', path: 'README.md', text: 'One' },
      { severity: 'low', path: 'README.md', text: 'Two', line: '7' },
    ];
    const file = writeIn(cwd, 'review.jsonl', lines.map(line => JSON.stringify(line)).join('\n'));
    const refused = await run(['finding', 'record', '--from-file', file, '--repository'], { cwd });
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('Finding 2: line 7 not found; README.md has 1 line.');
    const input = JSON.stringify([{ severity: 'low', path: 'README.md', text: 'One' }]);
    const done = await run(['finding', 'record', '--from-file', '-', '--repository'], { cwd, input });
    expect(done).toMatchObject({ code: 0, stdout: 'Recorded F-1 One (low, README.md).\n' });
  });

  it('with a repro command are proved in throw-away trees and leave nothing behind', async () => {
    const cwd = makeRepository();
    const repro = 'grep -q more README.md';
    await answer(['finding', 'record', ...remark, '--repro', repro, '--repository'], { cwd });
    writeIn(cwd, 'README.md', 'A repository with more to say.\n');
    git(cwd, 'commit', '-q', '-am', 'Say more');
    const unproved = await run(['finding', 'fix', 'F-1'], { cwd });
    expect(unproved).toMatchObject({ code: 3 });
    expect(unproved.stderr).toContain('its repro command has not passed at');
    const proved = await run(['finding', 'prove', 'F-1'], { cwd });
    expect(proved).toMatchObject({ code: 0 });
    expect(proved.stdout).toContain(
      'F-1 Says too little is proven: its command fails at the commit where it was found.\nIt passes at',
    );
    const { findings } = await answer(['finding', 'fix', 'F-1'], { cwd });
    expect(findings).toMatchObject([{ status: 'fixed', reproState: 'proven', fixEvidence: 'E-1' }]);
    expect(
      git(cwd, 'worktree', 'list', '--porcelain')
        .split('\n')
        .filter(line => line.startsWith('worktree')),
    ).toEqual([`worktree ${cwd}`]);
    expect(git(cwd, 'status', '--porcelain')).toBe('');
  });
});

describe('two processes that fix the same finding', () => {
  it(`have one winner in each of ${rounds} rounds, and the other is told`, { timeout: 300_000 }, async () => {
    const cwd = makeRepository();
    const remarks = Array.from({ length: rounds }, (_, index) => ({
      severity: 'low',
      path: 'README.md',
      text: `No ${'i'.repeat(index)}`,
    }));
    await answer(['finding', 'record', '--from-file', '-', '--repository'], { cwd, input: JSON.stringify(remarks) });
    writeIn(cwd, 'README.md', 'A repository with more to say.\n');
    git(cwd, 'commit', '-q', '-am', 'Say more');
    const winners: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const actors = [`left${round}`, `right${round}`];
      // Every other round without a revision: what was seen then is what the process itself saw.
      const seen = round % 2 === 0 ? ['--revision', '1'] : [];
      const runs = await Promise.all(
        actors.map(actor => run(['finding', 'fix', `F-${round}`, ...seen, '--json'], { cwd, actor })),
      );
      const answers = runs.map(({ stdout }) => JSON.parse(stdout) as { ok: boolean; code?: string; message?: string });
      const winner = answers.findIndex(({ ok }) => ok);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      winners.push(actors[winner] ?? '');
      const told = answers[1 - winner];
      expect(round % 2 === 0 ? ['conflict'] : ['conflict', 'transition_not_allowed']).toContain(told?.code);
      expect(told?.message).toMatch(/is now fixed|is fixed and cannot/);
      expect(runs[1 - winner]?.code).toBe(told?.code === 'conflict' ? 1 : 3);
    }
    const { findings } = await answer(['finding', 'list', '--status', 'any', '--order', 'created'], { cwd });
    expect((findings as Shown[]).map(({ status, revision, resolvedBy }) => [status, revision, resolvedBy])).toEqual(
      winners.map(winner => ['fixed', 2, winner]),
    );
    const { rows } = await answer(['store', 'query', "select count(*) from events where type = 'finding_fixed'"], {
      cwd,
    });
    expect(rows).toEqual([[rounds]]);
  });
});
