import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answer, git, makeRepository, run, writeIn } from './cliRig.js';

const fixtures = 'test/fixtures/sarif';

it('takes a report in, once, and gives it back as SARIF', async () => {
  const cwd = makeRepository();
  cpSync(join(fixtures, 'rocket'), cwd, { recursive: true });
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-q', '-m', 'Build a rocket');
  writeIn(cwd, 'eslint.sarif', readFileSync(join(fixtures, 'eslint.sarif'), 'utf8'));
  const take = ['finding', 'import', 'eslint.sarif', '--repository'];
  const elsewhere = await run(take, { cwd });
  expect([elsewhere.code, elsewhere.stdout]).toEqual([2, '']);
  expect(elsewhere.stderr).toBe(
    'stateroom: Run 1, result 1: “file:///builds/rocket/src/launch.js” is not inside the repository.\n' +
      '  If the tool ran elsewhere, use base to name the folder that was the repository root there.\n',
  );
  const here = [...take, '--base', '/builds/rocket'];
  expect((await run(here, { cwd })).stdout).toBe('Recorded 9 findings (F-1 to F-9).\n');
  expect((await run(here, { cwd })).stdout).toBe('Recorded 0 findings, 9 already known.\n');
  const exported = await run(['finding', 'export'], { cwd });
  expect(JSON.parse(exported.stdout)).toMatchObject({ version: '2.1.0', runs: [{ results: { length: 9 } }] });
  writeIn(cwd, 'out.sarif', exported.stdout);
  const again = await answer(['finding', 'import', 'out.sarif', '--repository'], { cwd });
  expect(again).toMatchObject({ recorded: 0, known: 9, missing: { count: 0 } });
});

it('refuses a report that is cut off and changes nothing', async () => {
  const cwd = makeRepository();
  writeIn(cwd, 'cut.sarif', readFileSync(join(fixtures, 'eslint.sarif'), 'utf8').slice(0, 3000));
  const { code, stderr } = await run(['finding', 'import', 'cut.sarif', '--repository'], { cwd });
  expect([code, stderr]).toEqual([
    2,
    'stateroom: The report is truncated: its JSON is incomplete.\n  Have the tool write it again.\n',
  ]);
  expect(await answer(['finding', 'list'], { cwd })).toMatchObject({ findings: [] });
});
