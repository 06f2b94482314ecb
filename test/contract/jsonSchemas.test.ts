import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, makeDirectory, makeRepository, run, writeIn } from './cliRig.js';
import { proofFiles } from './life/proofLife.js';
import { taskFiles } from './life/taskLife.js';
import { schemaProblem } from './schemaProblem.js';

describe('the schema of an answer', () => {
  const problem = schemaProblem('answer');

  it.each<[number, string]>([
    [0, '--version'],
    [0, '--help'],
    [0, 'which'],
    [0, 'queue list'],
    [1, 'queue next'],
    [1, 'queue show W-9'],
    [2, 'queue add'],
    [2, 'queue ad'],
    [2, ''],
    [0, 'store check'],
  ])('is that of exit code %d of stateroom %s', async (exitCode, words) => {
    const { code, stdout } = await run([...words.split(' ').filter(Boolean), '--json'], { cwd: makeRepository() });
    expect([code, problem(JSON.parse(stdout))]).toEqual([exitCode, undefined]);
  });

  it('is that of a refusal outside of git, and of one with details', async () => {
    const outside = await run(['status', '--json'], { cwd: makeDirectory() });
    const cwd = makeRepository();
    await run(['task', 'start', 'One', '--ref', 'one-1', '--here'], { cwd });
    const refused = await run(['task', 'finish', '--json'], { cwd });
    expect(JSON.parse(refused.stdout)).toHaveProperty('details');
    expect([outside, refused].map(({ stdout }) => problem(JSON.parse(stdout)))).toEqual([undefined, undefined]);
  });

  it('refuses what the program does not print', () => {
    const refusal = { ok: false, code: 'not_found', message: 'No W-9.' };
    expect(problem(refusal)).toBeUndefined();
    for (const wrong of [{}, { ok: true }, { ...refusal, code: 'gone' }, { ...refusal, ok: true }, { ok: false }])
      expect([wrong, problem(wrong)]).toEqual([wrong, expect.any(String)]);
  });
});

describe('the schema of an exported task', () => {
  it('is that of a task with records of every kind, in a file and in an answer', async () => {
    const problem = schemaProblem('task');
    const cwd = makeRepository();
    for (const [name, text] of Object.entries({ ...proofFiles, ...taskFiles })) writeIn(cwd, name, text);
    const acts = [
      ['task', 'start', 'Limit the rate of logins', '--ref', 'two-1', '--here'],
      ['decision', 'record', 'ada_choice_two-1_one_bucket', 'One bucket, because it is simpler'],
      ['blocker', 'add', 'No database'],
      ['blocker', 'resolve', 'B-1'],
      ['action', 'add', 'Ship'],
      ['touched', 'record', 'README.md'],
      ['compaction', 'record', '{"done":["All"],"next":["Rest"]}'],
      ['plan', 'register', 'limits.md'],
      ['plan', 'analyse', 'limits.md'],
      ['review', 'start', 'limits.md'],
      ['review', 'record', 'pass', '--run', 'V-1'],
      ['plan', 'accept', 'limits.md'],
      ['plan', 'dispatch', 'refuse'],
      ['slice', 'start', 'Write it'],
      ['slice', 'commit', '--untracked'],
      ['evidence', 'run', '--', 'true'],
      ['slice', 'close', '--rationale', 'rationale.md'],
      ['finding', 'record', '--severity', 'high', '--path', 'README.md', '--line', '1', '--text', 'Says too little'],
    ];
    for (const words of acts) {
      const { code, stderr } = await run(words, { cwd, actor: words[0] === 'review' ? 'rita' : 'ada' });
      expect([words, code, stderr]).toEqual([words, 0, expect.any(String)]);
    }
    const { stdout } = await run(['task', 'export', 'two-1', '--json'], { cwd });
    const { counts, content } = JSON.parse(stdout).data;
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    await run(['task', 'export', 'two-1', '--file', 'task.json'], { cwd });
    const file = JSON.parse(readFileSync(join(cwd, 'task.json'), 'utf8'));
    expect([problem(content), problem(file)]).toEqual([undefined, undefined]);
    for (const wrong of [
      { ...file, version: 2 },
      { ...file, extra: 1 },
      { ...file, task: { ...file.task, id: 'x' } },
    ])
      expect(problem(wrong)).toEqual(expect.any(String));
  });
});

describe('the schema of the repository settings', () => {
  const problem = schemaProblem('config');
  const gate = { commands: ['npm test'], minimumGrade: 'reported' };

  it.each([
    ['no field', {}, undefined],
    ['a schema and some fields', { $schema: './config.json', gate, lane: { setup: ['npm ci'] } }, undefined],
    ['an unknown group', { gates: gate }, expect.any(String)],
    ['an unknown field', { gate: { ...gate, command: 'npm test' } }, expect.any(String)],
    ['a value out of range', { review: { reviewers: 6 } }, expect.any(String)],
    ['a value of another type', { gate: { commands: 'npm test' } }, expect.any(String)],
  ])('and the program agree on %s', async (_, config, expected) => {
    const cwd = makeRepository();
    writeIn(cwd, '.stateroom/config.json', JSON.stringify(config));
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-q', '-m', 'Settings');
    const { code } = await run(['trust', 'show'], { cwd });
    expect([problem(config), code]).toEqual([expected, expected === undefined ? 0 : 2]);
  });
});
