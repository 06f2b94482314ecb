import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { openWorkTree } from '../../git/openWorkTree.js';
import type { Context } from '../../records/context.js';
import { eventsTail } from '../events/eventsTail.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { findingRecord } from '../finding/findingRecord.js';
import { invoke } from '../invoke.js';
import { queueAdd } from '../queue/queueAdd.js';
import { sliceStart } from '../slice/sliceStart.js';
import { taskStart } from '../task/taskStart.js';
import { runClose } from './runClose.js';
import { runCommand } from './runCommand.js';
import { runEvidence } from './runEvidence.js';
import { runExport } from './runExport.js';
import { runHypothesize } from './runHypothesize.js';
import { runLearn } from './runLearn.js';
import { runLearnings } from './runLearnings.js';
import { runList } from './runList.js';
import { runReopen } from './runReopen.js';
import { runResolve } from './runResolve.js';
import { runShow } from './runShow.js';
import { runStart } from './runStart.js';
import { runStatus } from './runStatus.js';

const request = 'Why is the checkout slow on Mondays?';
const name = '20261102T100000Z-why-is-the-checkout-slow-on-mondays';

let repository: GitTestRepository;
beforeEach(() => {
  repository = new GitTestRepository();
});
afterEach(() => repository.close());

/** A file of the run, in lines. */
function lines(file: string): unknown[] {
  const text = readFileSync(join(repository.repository, '.agents', 'runs', name, file), 'utf8');
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
}

async function wholeRun(): Promise<void> {
  await repository.ok(runStart, { request });
  await repository.ok(runHypothesize, { text: 'The import still runs' });
  await repository.ok(runHypothesize, { text: 'The cache is cold' });
  await repository.ok(runEvidence, { text: 'The log shows both at 07:00', hypothesis: 'h1' });
  await repository.ok(runCommand, { command: 'npm test', status: 'pass' });
  await repository.ok(runResolve, { hypothesis: 'H001', status: 'accepted', note: 'Both at once' });
}

describe('a run', () => {
  it('starts with its intent and what is uncommitted, and has its files in the worktree', async () => {
    repository.write('notes.txt', 'half');
    const { run } = await repository.ok(runStart, { request });
    expect(run).toMatchObject({
      ...{ ref: 'R-1', name, status: 'active', intent: 'investigation', actor: 'codex' },
      targetProperties: ['task-specific correctness'],
      dirtyWorktree: { available: true, paths: ['notes.txt'] },
      worktreePath: repository.repository,
    });
    const folder = join(repository.repository, '.agents', 'runs');
    expect(readFileSync(join(folder, 'ACTIVE'), 'utf8')).toBe(`${name}\n`);
    expect(JSON.parse(readFileSync(join(folder, name, 'problem.json'), 'utf8'))).toEqual({
      ...{ id: name, created_at: '2026-11-02T10:00:00Z', request, intent: 'investigation' },
      ...{ target_properties: ['task-specific correctness'], intake_plan: null, expected_verification: [], risks: [] },
      non_goals: [],
      dirty_worktree: { available: true, paths: ['notes.txt'] },
    });
    expect(readdirSync(join(folder, name)).sort()).toEqual([
      'commands.jsonl',
      'evidence.jsonl',
      'hypotheses.jsonl',
      'learning.jsonl',
      'problem.json',
    ]);
    // Git sees nothing of it.
    expect(repository.git('status', '--short')).toBe('?? notes.txt');
  });

  it('numbers its entries by kind, and keeps each resolution', async () => {
    await wholeRun();
    await repository.ok(runResolve, { hypothesis: '1', status: 'superseded', note: 'By the clock' });
    const { content } = await repository.ok(runShow, {});
    const at = '2026-11-02T10:00:00.000Z';
    expect(content).toEqual({
      hypotheses: [
        {
          ...{ id: 'H001', text: 'The import still runs', status: 'superseded', actor: 'codex', at },
          notes: ['Both at once', 'By the clock'],
          evidence: ['E001'],
        },
        { id: 'H002', text: 'The cache is cold', status: 'open', notes: [], evidence: [], actor: 'codex', at },
      ],
      evidence: [{ id: 'E001', text: 'The log shows both at 07:00', hypothesis: 'H001', actor: 'codex', at }],
      commands: [{ id: 'C001', command: 'npm test', status: 'pass', actor: 'codex', at }],
      learnings: [],
    });
    const timestamp = '2026-11-02T10:00:00Z';
    expect(lines('hypotheses.jsonl')).toEqual([
      { event: 'add', id: 'H001', status: 'open', text: 'The import still runs', timestamp },
      { event: 'add', id: 'H002', status: 'open', text: 'The cache is cold', timestamp },
      { event: 'resolve', id: 'H001', note: 'Both at once', status: 'accepted', timestamp },
      { event: 'resolve', id: 'H001', note: 'By the clock', status: 'superseded', timestamp },
    ]);
    expect(lines('evidence.jsonl')).toEqual([
      { event: 'add', hypothesis: 'H001', id: 'E001', text: 'The log shows both at 07:00', timestamp },
    ]);
    expect(lines('commands.jsonl')).toEqual([
      { command: 'npm test', event: 'add', id: 'C001', status: 'pass', timestamp },
    ]);
  });

  it('is closed once nothing is open, and then takes no entries', async () => {
    await wholeRun();
    expect(await repository.refused(runClose, {})).toMatchObject({
      code: 'not_allowed',
      message: 'R-1 cannot be closed while these are unresolved: H002.',
      hint: expect.stringContaining('Resolve these, or close it with a reason for leaving them open.'),
      details: { run: 'R-1', hypotheses: ['H002'], learnings: [] },
    });
    await repository.ok(runResolve, { hypothesis: 'H002', status: 'rejected' });
    const { run } = await repository.ok(runClose, {
      summary: 'It ran twice',
      verification: ['npm test'],
      risk: ['March'],
    });
    expect(run).toMatchObject({ status: 'closed', summary: 'It ran twice', openReason: null });
    const page = readFileSync(join(repository.repository, '.agents', 'runs', name, 'closeout.md'), 'utf8');
    expect(page).toBe((await repository.ok(runExport, { run: 'R-1' })).content);
    expect(page).toBe(
      [
        `# ${request}`,
        ...['', '## Request', '', `> ${request}`, '', '## Intent', '', 'investigation'],
        ...['', '## Summary', '', '> It ran twice', '', '## Hypotheses', ''],
        ...[
          '- H001 **accepted**: The import still runs (E001)',
          '  - Both at once',
          '- H002 **rejected**: The cache is cold',
        ],
        ...['', '## Evidence', '', '- E001 for H001: The log shows both at 07:00'],
        ...['', '## Commands', '', '- C001 pass: npm test', '', '## Verification', '', '- npm test'],
        ...['', '## Learning', '', 'None.', '', '## Residual Risks', '', '- March', ''],
      ].join('\n'),
    );
    expect(readFileSync(join(repository.repository, '.agents', 'runs', 'ACTIVE'), 'utf8')).toBe('');
    expect(await repository.refused(runEvidence, { text: 'Late', run: 'R-1' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'R-1 is closed and takes no more entries.',
    });
    expect((await repository.refused(runStatus, {})).message).toBe('No active run in this worktree.');
    await repository.ok(runReopen, { run: name });
    expect((await repository.ok(runStatus, {})).run.status).toBe('active');
  });

  it('is closed once, however often the same is said', async () => {
    await wholeRun();
    const closing = { allowOpen: 'It waits', summary: 'Seen with password=abcdef', risk: ['March'] };
    const first = await repository.ok(runClose, { ...closing, verification: ['npm test --token=abcdefgh'] });
    expect([first.repeated, first.leftOpen]).toEqual([false, ['H002']]);
    const before = await repository.dump();
    const again = [
      closing,
      { ...closing, verification: ['npm test --token=abcdefgh'] },
      { summary: closing.summary },
      {},
    ];
    for (const input of again)
      expect(await repository.ok(runClose, { ...input, run: 'R-1' })).toEqual({ ...first, repeated: true });
    expect(await repository.dump()).toBe(before);
    for (const input of [{ summary: 'It is cold' }, { risk: [] }, { allowOpen: 'Another' }, { verification: ['make'] }])
      expect(await repository.refused(runClose, { ...input, run: 'R-1' })).toMatchObject({
        code: 'transition_not_allowed',
        message: 'R-1 is already closed.',
        hint: 'Reopen it, or see its page.',
        next: [
          { operation: 'run.reopen', input: { run: 'R-1' } },
          { operation: 'run.export', input: { run: 'R-1' } },
        ],
      });
  });

  it('is closed with something open for a reason, which its page gives', async () => {
    await wholeRun();
    const { run, leftOpen } = await repository.ok(runClose, { allowOpen: 'The supplier answers on Friday' });
    expect([run.openReason, leftOpen]).toEqual(['The supplier answers on Friday', ['H002']]);
    const { content } = await repository.ok(runExport, { run: 'R-1' });
    expect(content).toContain(
      '## Summary\n\nNo summary provided.\n\n## Left Open\n\n> The supplier answers on Friday\n',
    );
  });

  it('is one for each worktree', async () => {
    await repository.ok(runStart, { request });
    expect(await repository.refused(runStart, { request: 'Another' })).toMatchObject({
      code: 'conflict',
      message: `R-1 is already active in this worktree: “${request}”.`,
    });
    await repository.ok(runClose, {});
    expect((await repository.refused(runStart, { request: 'Another', name })).message).toBe(
      `A run named ${name} already exists.`,
    );
    await repository.ok(runStart, { request: 'Another' });
    expect((await repository.refused(runReopen, { run: 'R-1' })).message).toBe(
      'R-2 is already active in this worktree: “Another”.',
    );
    expect((await repository.refused(runReopen, { run: 'R-2' })).message).toBe('R-2 is not closed.');
    const { runs } = await repository.ok(runList, {});
    expect(runs.map(({ ref, status }) => [ref, status])).toEqual([
      ['R-2', 'active'],
      ['R-1', 'closed'],
    ]);
  });

  it('refuses a hypothesis that it does not have', async () => {
    await repository.ok(runStart, { request });
    expect(await repository.refused(runResolve, { hypothesis: 'H001', status: 'accepted' })).toMatchObject({
      code: 'not_found',
      message: 'Hypothesis H001 not found in R-1.',
      hint: expect.stringContaining('R-1 has no hypotheses yet.'),
    });
    await repository.ok(runHypothesize, { text: 'It is cold' });
    expect(await repository.refused(runEvidence, { text: 'Seen', hypothesis: 'E001' })).toMatchObject({
      message: 'Hypothesis E001 not found in R-1.',
      hint: 'R-1 has H001.',
    });
    expect((await repository.refused(runShow, { run: 'R-9' })).message).toBe('Run R-9 not found.');
  });

  it('wants a place in the repository for each lesson', async () => {
    await repository.ok(runStart, { request });
    const lesson = { kind: 'test-gap', summary: 'Nothing tested a Monday' } as const;
    const refusals = [
      { ...lesson, repoAction: 'none' },
      { ...lesson, repoAction: 'test' },
      { ...lesson, repoAction: 'test', path: 'test/monday.js' },
      { ...lesson, repoAction: 'test', path: '../monday.js' },
      { ...lesson, repoAction: 'test', path: '.git/hooks/pre-commit' },
      { ...lesson, repoAction: 'none', reason: 'Known', commit: 'HEAD' },
      { ...lesson, repoAction: 'test', path: 'test/monday.js', commit: 'HEAD' },
      { ...lesson, repoAction: 'test', path: 'README.md', commit: 'nowhere' },
    ];
    const said: string[] = [];
    const hints: unknown[] = [];
    for (const input of refusals) {
      const { message, hint } = await repository.refused(runLearn, input);
      said.push(message);
      hints.push(hint);
    }
    expect(said).toEqual([
      'A learning without an action needs a reason.',
      'A learning with an action needs the path of what was changed.',
      'test/monday.js does not exist in the worktree of R-1.',
      '../monday.js is outside this worktree.',
      '.git/hooks/pre-commit is in the git directory, which is never committed.',
      'A commit needs the path of a file in it.',
      'test/monday.js does not exist in commit HEAD.',
      'Commit nowhere not found.',
    ]);
    const commitHint = 'Write the file first, or name the commit that has it.';
    expect(hints.slice(-2)).toEqual([commitHint, commitHint]);
    await repository.ok(runLearn, { ...lesson, repoAction: 'none', reason: 'It is known now' });
    await repository.ok(runLearn, { ...lesson, repoAction: 'docs', path: 'README.md', commit: 'HEAD' });
    repository.write('monday.js', '');
    await repository.ok(runLearn, { ...lesson, repoAction: 'test', path: 'monday.js' });
    repository.git('clean', '-q', '-f', 'monday.js');
    const { learnings } = await repository.ok(runLearnings, {});
    expect(learnings.map(({ id, resolved }) => [id, resolved])).toEqual([
      ['L001', true],
      ['L002', true],
      ['L003', false],
    ]);
    expect(await repository.refused(runLearnings, { requireResolved: true })).toMatchObject({
      message: 'These learnings of R-1 name files that do not exist: L003.',
      next: [{ operation: 'run.learnings', input: { run: 'R-1' } }],
    });
    expect((await repository.refused(runClose, {})).message).toBe(
      'R-1 cannot be closed while these are unresolved: L003.',
    );
    expect(await repository.ok(runStatus, {})).toMatchObject({ learnings: 3, unresolvedLearnings: ['L003'] });
  });

  it('belongs to the finding that it is about, and leaves events', async () => {
    const { finding } = await repository.ok(findingRecord, {
      ...{ severity: 'high', path: 'README.md', line: '1', text: 'It lies', repository: true },
    });
    const { run } = await repository.ok(runStart, { request, finding: finding.ref });
    expect(run.finding).toBe('F-1');
    await repository.ok(runHypothesize, { text: 'It is cold' });
    const { events } = await repository.ok(eventsTail, {});
    expect(events.slice(0, 2).map(({ type, payload }) => [type, payload])).toEqual([
      ['run_hypothesis_added', { run: 'R-1', hypothesis: 'H001', text: 'It is cold' }],
      ['run_started', { run: 'R-1', request }],
    ]);
  });

  it('belongs to the slice that it is for, and so to its task and work item', async () => {
    const { item } = await repository.ok(queueAdd, { title: 'Quick Mondays' });
    const words = { ref: 'quick-1', workItem: item.ref, here: true };
    const { task } = await repository.ok(taskStart, { objective: 'Quick Mondays', ...words });
    const { slice } = await repository.ok(sliceStart, { title: 'Import once', test: 'true' });
    await repository.ok(taskStart, { objective: 'Another', ref: 'other-2', here: true });
    expect(await repository.refused(runStart, { request, slice: slice.ref, task: 'T-2' })).toMatchObject({
      ...{ code: 'conflict', message: 'S-1 is not a slice of T-2.' },
    });
    expect(await repository.refused(runStart, { request, slice: 'S-9' })).toMatchObject({ code: 'not_found' });
    const { run } = await repository.ok(runStart, { request, slice: 'S-1' });
    expect([run.task, run.workItem]).toEqual([task.ref, item.ref]);
    expect((await repository.ok(runShow, {})).slice).toBe('S-1');
  });

  it('logs what is run as evidence in its worktree', async () => {
    await repository.ok(evidenceRun, { command: ['git', '--version'] }, person);
    await repository.ok(runStart, { request });
    await repository.ok(evidenceRun, { command: ['git', '--version'] }, person);
    await repository.ok(evidenceRun, { command: ['git', 'no-such-command'] }, person);
    const { content } = await repository.ok(runShow, {});
    expect(content.commands.map(({ id, command, status }) => [id, command, status])).toEqual([
      ['C001', 'git --version', 'pass'],
      ['C002', 'git no-such-command', 'fail'],
    ]);
    await repository.ok(runClose, {});
    await repository.ok(evidenceRun, { command: ['git', '--version'] }, person);
    expect((await repository.ok(runShow, { run: 'R-1' })).content.commands).toHaveLength(2);
  });

  it('keeps what is recorded where its files cannot be written', async () => {
    repository.write('.agents', 'a file in their place');
    await repository.ok(runStart, { request });
    await repository.ok(runHypothesize, { text: 'It is cold' });
    expect((await repository.ok(runStatus, {})).openHypotheses).toEqual(['H001']);
    expect(existsSync(join(repository.repository, '.agents', 'runs'))).toBe(false);
  });

  it('leaves the file that names the active run where that is committed', async () => {
    repository.write('.agents/runs/ACTIVE', 'another\n');
    repository.git('add', '-f', '.agents/runs/ACTIVE');
    repository.git('commit', '-q', '-m', 'Name a run');
    await repository.ok(runStart, { request });
    expect(readFileSync(join(repository.repository, '.agents', 'runs', 'ACTIVE'), 'utf8')).toBe('another\n');
    expect(repository.git('status', '--short')).toBe('');
    expect((await repository.ok(runStatus, {})).run.name).toBe(name);
  });

  it('has its files renewed where it is when it is closed from another worktree', async () => {
    await repository.ok(runStart, { request });
    const linked = join(repository.directory, 'linked');
    repository.git('worktree', 'add', '-q', '-b', 'other', linked);
    const context = { ...repository.context(), workTree: openWorkTree(linked, {}) };
    expect(isRefusal(await invoke(runClose, context, { run: 'R-1', summary: 'Seen' }))).toBe(false);
    const folder = join(repository.repository, '.agents', 'runs');
    expect(readFileSync(join(folder, name, 'closeout.md'), 'utf8')).toContain('> Seen');
    expect(readFileSync(join(folder, 'ACTIVE'), 'utf8')).toBe('');
    expect(existsSync(join(linked, '.agents'))).toBe(false);
  });

  it('keeps no secret of a command', async () => {
    await repository.ok(runStart, { request });
    const { command } = await repository.ok(runCommand, {
      ...{ command: 'curl -H "Authorization: Bearer abcdef" https://shop.example', status: 'pass' },
    });
    expect(command.command).toBe('curl -H "Authorization: Bearer [redacted]" https://shop.example');
    const { evidence } = await repository.ok(runEvidence, { text: 'Slow with password=abcdef' });
    expect(evidence.text).toBe('Slow with password=[redacted]');
    await repository.ok(runClose, { summary: 'Seen', verification: ['curl -H "Authorization: Bearer abcdef"'] });
    const { content } = await repository.ok(runExport, { run: 'R-1' });
    expect(content).toContain('Authorization: Bearer [redacted]');
    const { events } = await repository.ok(eventsTail, {});
    expect(JSON.stringify(events)).not.toContain('abcdef');
  });

  it.each(['.agents', '.agents/runs', `.agents/runs/${name}`])('writes no files where %s leads out', async link => {
    const outside = mkdtempSync(join(repository.directory, 'outside-'));
    mkdirSync(dirname(join(repository.repository, link)), { recursive: true });
    symlinkSync(outside, join(repository.repository, link), 'junction');
    await repository.ok(runStart, { request });
    await repository.ok(runHypothesize, { text: 'It is cold' });
    expect((await repository.ok(runStatus, {})).openHypotheses).toEqual(['H001']);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('has its files as they are now when another writes between', async () => {
    await repository.ok(runStart, { request });
    const context = repository.context();
    let isFirst = true;
    const slow = new Proxy(definedTree(context), {
      get(tree, key) {
        const value: unknown = Reflect.get(tree, key, tree);
        if (typeof value !== 'function') return value;
        return async (...values: unknown[]) => {
          if (key === 'writeText' && isFirst) {
            isFirst = false;
            await repository.ok(runHypothesize, { text: 'The cache is cold' });
            await repository.ok(runClose, { allowOpen: 'It waits' });
            await repository.ok(runStart, { request: 'What else?', name: 'next' });
          }
          return value.apply(tree, values);
        };
      },
    });
    expect(isRefusal(await invoke(runEvidence, { ...context, workTree: slow }, { text: 'Seen' }))).toBe(false);
    expect(lines('evidence.jsonl')).toHaveLength(1);
    expect(lines('hypotheses.jsonl')).toHaveLength(1);
    expect(readFileSync(join(repository.repository, '.agents', 'runs', 'ACTIVE'), 'utf8')).toBe('next\n');
  });

  it('has a name of its own where another one began in the same second', async () => {
    await repository.ok(runStart, { request });
    await repository.ok(runClose, {});
    expect((await repository.ok(runStart, { request })).run.name).toBe(`${name}-2`);
  });

  it.each(['Slow Mondays', 'R-2', 'active', '-x'])('refuses %j as its name', async given => {
    expect(await repository.refused(runStart, { request, name: given })).toMatchObject({
      code: 'invalid_input',
      message:
        'Invalid input: name: it must start with a letter or digit; letters, digits and any of . _ - can follow, and it must not be an id such as R-2.',
    });
  });

  it('leaves what another program has in the folder', async () => {
    repository.commit('Runs', { '.agents/runs/.gitignore': 'ACTIVE\n', '.agents/runs/old/problem.json': '{}\n' });
    expect(await repository.refused(runStart, { request, name: 'old' })).toMatchObject({ code: 'conflict' });
    await repository.ok(runStart, { request, name: 'new' });
    expect(repository.git('status', '--short')).toBe('?? .agents/runs/new/');
  });

  it('names its page where there is one', async () => {
    await repository.ok(runStart, { request });
    expect((await repository.ok(runClose, {})).page).toBe(`.agents/runs/${name}/closeout.md`);
    await repository.ok(runReopen, { run: 'R-1' });
    const other = join(repository.directory, 'other');
    repository.git('worktree', 'add', '-q', other);
    const elsewhere = { ...repository.context(), workTree: openWorkTree(other, {}) };
    expect(await invoke(runClose, elsewhere, { run: 'R-1' })).toMatchObject({ run: { status: 'closed' }, page: null });
  });

  it.each(['ACTIVE', 'active', 'R-7', 'r7', '12', '01m8fpyxyqx38h1m2vd02nsvhy', '..', '.gitignore', 'a/b'])(
    'is not called %s',
    async taken => {
      expect(await repository.refused(runStart, { request, name: taken })).toMatchObject({ code: 'invalid_input' });
    },
  );
});

function definedTree({ workTree }: Context): NonNullable<Context['workTree']> {
  if (workTree === undefined) throw new Error('There is no worktree.');
  return workTree;
}
