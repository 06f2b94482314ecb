import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInMemory } from '../support/memoryHost.js';
import { flip, storeFiles } from '../support/storeFiles.js';
import { answer, cleanEnvironment, finished, makeRepository, programFile, storeOf, userNode } from './cliRig.js';

/** Runs a line of shell in which `s` is the program. */
function shell(line: string, cwd: string) {
  const child = spawn('bash', ['-c', `s() { "${userNode}" "${programFile}" "$@"; }; ${line}`], {
    cwd,
    env: cleanEnvironment({ STATEROOM_ACTOR: 'ada' }),
  });
  child.stdin.end();
  return finished(child);
}

const noFullDevice = existsSync('/dev/full') ? undefined : 'there is no /dev/full here; run on Linux';
const hint = '  The command itself ran. Check its effect before repeating it.\n';

describe('output that is lost', () => {
  it.for([
    ['queue next --json', 'in_flight'],
    ['queue list', 'pending'],
    ['events tail --follow', 'pending'],
  ])('ends `%s` with 74 and a sentence', async ([words, status], context) => {
    if (noFullDevice !== undefined) context.skip(noFullDevice);
    const cwd = makeRepository();
    await answer(['queue', 'add', 'One'], { cwd });
    const { code, stderr } = await shell(`s ${words} > /dev/full`, cwd);
    expect(stderr).toBe(
      `stateroom: The output could not be written (ENOSPC: no space left on device, write).\n${hint}`,
    );
    expect(code).toBe(74);
    expect(await answer(['queue', 'show', 'W-1'], { cwd })).toMatchObject({ item: { status } });
  });

  it('keeps the exit code of a refusal', async context => {
    if (noFullDevice !== undefined) context.skip(noFullDevice);
    const { code, stderr } = await shell('s queue show W-9 --json > /dev/full', makeRepository());
    expect(stderr).toContain('stateroom: Work item W-9 not found.\n');
    expect(stderr).toContain(hint);
    expect(code).toBe(1);
  });

  it('is noticed when a file takes only the beginning', async () => {
    const cwd = makeRepository();
    for (const title of ['One', 'Two']) await answer(['queue', 'add', title.padEnd(400, 'x')], { cwd });
    const { code, stderr } = await shell('ulimit -f 1; s queue list --json > list.json', cwd);
    expect(stderr).toMatch(/^stateroom: The output could not be written \(EFBIG: [^\n]+\)\.\n/);
    expect(code).toBe(74);
    expect(statSync(join(cwd, 'list.json')).size).toBe(1024);
  });

  it('is not what happens to a file that takes all, at its end or after what it holds', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'One'], { cwd });
    const { code, stderr } = await shell('echo first > list.txt; s queue list --quiet >> list.txt 2>&1', cwd);
    expect([code, stderr, readFileSync(join(cwd, 'list.txt'), 'utf8')]).toEqual([0, '', 'first\nW-1\n']);
  });
});

describe('a note about the store', () => {
  it.each([
    [
      /^image\..*sqlite$/,
      30,
      /^image\.00000003\.\w+\.sqlite, which contained the commits after commit 20, is missing or damaged\./,
    ],
    [/^base\./, 60, /^base\.00000003 is missing or damaged\. base\.00000002 was used instead\.$/],
  ])('is said once, with a damaged %s', async (pattern, place, note) => {
    const directory = makeRepository();
    const say = (...args: string[]) => runInMemory(args, { directory });
    await say('queue', 'add', 'One');
    for (let done = 0; done < 2; done += 1) {
      await say('store', 'compact');
      await say('queue', 'add', 'More');
    }
    flip(storeFiles(storeOf(directory), pattern).at(-1) ?? '', place);
    for (const args of [
      ['queue', 'list'],
      ['events', 'tail'],
    ]) {
      const [first = '', ...others] = (await say(...args)).stderr.split('\n');
      expect(others).toEqual(['']);
      expect(first.replace(/^stateroom: note: /, '')).toMatch(note);
    }
    // Their answers tell it themselves.
    for (const args of [['status'], ['store', 'check']]) {
      const { stdout, stderr } = await say(...args);
      expect([stderr, stdout]).toEqual(['', expect.stringContaining('damaged')]);
    }
  });
});
