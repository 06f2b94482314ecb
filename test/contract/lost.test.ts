import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { answer, git, makeRepository, run, storeOf, writeIn } from './cliRig.js';

/** Without times and the beginning of ids, which differ each time. */
function steady(text: string): string {
  return text
    .replace(/\b[0-9a-f]{7,40}\b/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/[ \t]+/g, ' ');
}

it('lists what was lost and brings it back as branches', async () => {
  const cwd = makeRepository();
  const agent = { cwd, actor: 'codex', env: { STATEROOM_ROLE: 'agent' } };
  const nothing = await run(['lost'], agent);
  expect([nothing.code, nothing.stdout, nothing.stderr]).toEqual([0, 'No lost work in the last 30 days.\n', '']);
  expect(await answer(['lost'], agent)).toEqual({ lost: [], more: 0, complete: true });

  writeIn(cwd, 'README.md', 'Stashed.\n');
  git(cwd, 'stash', 'push', '-q', '-m', 'half done');
  git(cwd, 'commit', '-q', '--allow-empty', '-m', 'Reset away');
  const away = git(cwd, 'rev-parse', 'HEAD').trim();
  git(cwd, 'reset', '-q', '--hard', 'HEAD~1');

  const { lost } = (await answer(['lost', '--since', '1h'], agent)) as { lost: Record<string, unknown>[] };
  expect(lost.map(({ kind, what, who, branch, files }) => ({ kind, what, who, branch, files }))).toEqual(
    expect.arrayContaining([
      { kind: 'stash', what: 'On main: half done', who: 'Ann', branch: 'main', files: 1 },
      { kind: 'commit', what: 'Reset away', who: 'Ann', branch: 'main', files: 0 },
    ]),
  );
  const listed = await run(['lost'], agent);
  expect(steady(listed.stdout)).toContain('ID commit TIME Ann main 0 Reset away\n');
  expect(listed.stdout).toContain('To bring one back as a new branch: stateroom lost bring-back <id>\n');
  expect((await run(['lost', '--limit', '1'], agent)).stdout).toMatch(
    /\n\d more, which are older\. To list them: --limit \d\n/,
  );

  const id = away.slice(0, 10);
  const back = await run(['lost', 'bring-back', id, '--branch', 'again'], agent);
  expect([back.code, back.stdout]).toEqual([
    0,
    `Created branch again at ${id}. Nothing was checked out.\n  To undo it, delete the branch.\n`,
  ]);
  expect(git(cwd, 'rev-parse', 'again').trim()).toBe(away);
  expect((await run(['lost', 'bring-back', id, '--branch', 'again'], agent)).stdout).toBe(
    `Branch again is at ${id} already.\n`,
  );
  expect(git(cwd, 'branch', '--show-current').trim()).toBe('main');
  const bad = await run(['lost', '--since', 'soon'], agent);
  expect([bad.code, bad.stderr]).toEqual([
    2,
    'stateroom: since: “soon” is not a valid duration.\n  Use a duration such as 30d.\n',
  ]);
  const unknown = await run(['lost', 'bring-back', 'deadbeef00'], agent);
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'stateroom: deadbeef00 is not a commit, a backup, or a lane with a backup.\n  Run `stateroom lost`.\n',
  ]);
});

it('needs no store, and makes none', async () => {
  const cwd = makeRepository();
  git(cwd, 'commit', '-q', '--allow-empty', '-m', 'Reset away');
  const away = git(cwd, 'rev-parse', 'HEAD').trim();
  git(cwd, 'reset', '-q', '--hard', 'HEAD~1');
  expect(await answer(['lost', 'bring-back', away], { cwd })).toMatchObject({
    branch: `recovered/${away.slice(0, 10)}`,
    commit: away,
    made: true,
  });
  expect(git(cwd, 'status', '--porcelain')).toBe('');
  expect(existsSync(storeOf(cwd))).toBe(false);
});
