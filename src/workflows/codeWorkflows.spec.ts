import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../test/support/gitTestRepository.js';
import { laneRow } from '../../test/support/laneRow.js';
import { person } from '../../test/support/testRepository.js';
import { isRefusal, type Refusal } from '../domain/refusal/refusal.js';
import type { TaskRow } from '../domain/task/taskRow.js';
import { say } from '../messages/say.js';
import { evidenceRun } from '../operations/evidence/evidenceRun.js';
import { findingFix } from '../operations/finding/findingFix.js';
import { findingRecord } from '../operations/finding/findingRecord.js';
import { invoke } from '../operations/invoke.js';
import { messageSend } from '../operations/lane/message/messageSend.js';
import { planRegister } from '../operations/plan/planRegister.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { plainMarkup } from '../reports/markup.js';
import { english } from '../reports/translate.js';
import { autoFix } from './autoFix.js';
import { incrementalImplementation } from './incrementalImplementation.js';
import { readReply } from './prompt.js';
import { tdd } from './tdd.js';
import type { Prepared, Proposal, Workflow } from './workflow.js';

const test = 'test "$(cat src/limit.txt)" = 10 && test -f test/limit.test.sh';

let repo: GitTestRepository;
let task: TaskRow;
beforeEach(async () => {
  repo = new GitTestRepository();
  repo.git('switch', '-q', '-c', 'feature/t1-limits');
  repo.commit('Begin', { 'src/limit.txt': '5\n', 'src/other.txt': 'other\n' });
  task = await repo.task('t1-limits', { branch: 'feature/t1-limits', objective: 'Logins are limited' });
});
afterEach(() => repo.close());

async function ask(ritual: Workflow, request = '', hasFiles = true): Promise<Prepared | Refusal> {
  const tree = repo.context(person).workTree;
  return ritual.prepare(
    {
      now: repo.now,
      markup: plainMarkup,
      translate: english,
      tell: sentence => say(sentence),
      ...(hasFiles && tree !== undefined
        ? { files: { attached: [], withheld: [], list: () => tree.paths(), read: path => tree.readText(path) } }
        : {}),
      invoke: (operation, input) => invoke(operation, repo.context(person), input),
    },
    request,
  );
}

async function prepared(ritual: Workflow, request = '', hasFiles = true): Promise<Prepared> {
  const found = await ask(ritual, request, hasFiles);
  if (isRefusal(found)) throw new Error(say(found.message));
  return found;
}

/** The lines below each heading. */
function told({ brief }: Prepared): Record<string, readonly string[]> {
  return Object.fromEntries(brief.sections.map(({ heading, lines }) => [heading, lines]));
}

function actsOf({ brief }: Prepared): unknown {
  return brief.acts.map(({ title, operation, input }) => [title, operation, input]);
}

function asked({ prompt }: Prepared): string {
  return prompt?.parts.map(({ text }) => text).join('\n\n') ?? '';
}

/** What happens to a model's reply to all that it was asked; the sentence where nothing does. */
function proposed(found: Prepared, reply: unknown): Proposal | string {
  const shape = found.prompt?.reply;
  if (shape === undefined) throw new Error('no model is asked');
  const read = readReply(JSON.stringify(reply), shape.schema);
  if ('problem' in read) return read.problem;
  const proposal = shape.propose(read.value, asked(found));
  return isRefusal(proposal) ? say(proposal.message) : proposal;
}

const newTest = { path: 'test/limit.test.sh', content: 'test 10' };
const code = { path: 'src/limit.txt', replace: [{ find: '5', with: '10' }] };

describe('/tdd', () => {
  const stage = (found: Prepared) => told(found)['Next step'];

  it('without a slice begins with one', async () => {
    const before = await repo.dump();
    const found = await prepared(tdd, 'limit the logins');
    expect(found.brief.missing).toEqual(['No slice is open. Start one with its test command.']);
    expect(actsOf(found)).toEqual([['Start Slice', 'slice.start', { task: 'T-1', title: 'limit the logins' }]]);
    expect(found.prompt).toBeUndefined();
    expect(await repo.dump()).toBe(before);
  });

  it('asks for the test first, then for the code once the test was seen to fail, then for nothing', async () => {
    await repo.ok(sliceStart, { title: 'Count to 10', test });
    const first = await prepared(tdd);
    expect(first.brief.title).toBe('Test-Driven Development: S-1');
    expect(told(first).Slice).toEqual(['S-1 Count to 10', '', '- Status: open', `- Test: ${test}`]);
    expect(told(first).Evidence).toEqual([`- E-1 ${test}: failed, on this exact tree`]);
    expect(stage(first)).toEqual(['Test: write the failing test first, and nothing else.']);
    const order = { command: [test], directory: '', task: 'T-1', slice: 'S-1' };
    expect(actsOf(first)).toEqual([['Run Test', 'evidence.run', order]]);
    expect(asked(first)).toContain('Write only the test');
    expect(asked(first)).toContain('This step: Count to 10');
    const proposal = proposed(first, { summary: 'It counts.', files: [newTest, code] });
    expect(proposal).toMatchObject({
      accept: 'Apply and Run Test',
      acts: [],
      change: {
        edits: [{ path: 'test/limit.test.sh', before: null, after: 'test 10\n' }],
        proof: { command: test, task: 'T-1', slice: 'S-1' },
        expect: 'red',
        again: 'S-1',
        next: [],
      },
      sections: [
        { heading: 'Language model summary', lines: ['It counts.'] },
        { heading: 'Changes', lines: ['- test/limit.test.sh (new, +1)'] },
        { heading: 'Omitted: not a test', lines: ['- src/limit.txt'] },
        { heading: 'After applying', lines: [`This command runs and should fail: ${test}`] },
      ],
    });
    expect(proposed(first, { summary: 'No.', files: [code] })).toBe('It contains no test.');

    // Written, and not run yet: no one knows what it says.
    repo.write('test/limit.test.sh', 'test 10\n');
    const second = await prepared(tdd);
    expect(stage(second)).toEqual(['The test exists but has not been run on the current files. Run it.']);
    expect(second.prompt).toBeUndefined();

    await repo.ok(evidenceRun, { command: [test], slice: 'S-1', task: 'T-1' });
    const third = await prepared(tdd);
    expect(stage(third)).toEqual(['Code: the test fails (see E-2). Make the smallest change that makes it pass.']);
    expect(told(third)['Changed files']).toEqual(['- test/limit.test.sh']);
    expect(asked(third)).toContain('<file path="src/limit.txt">\n5\n\n</file>');
    const change = proposed(third, { summary: 'Ten.', files: [code, { ...newTest, path: 'test/more.test.sh' }] });
    expect(change).toMatchObject({
      change: {
        edits: [{ path: 'src/limit.txt', before: '5\n', after: '10\n' }],
        expect: 'green',
        next: [{ title: 'Close S-1', operation: 'slice.close', input: { slice: 'S-1' } }],
      },
    });
    expect(
      proposed(third, { summary: 'x', files: [{ path: 'test/limit.test.sh', replace: [{ find: '10', with: '5' }] }] }),
    ).toBe('It changes only tests.');

    repo.write('src/limit.txt', '10\n');
    await repo.ok(evidenceRun, { command: [test], slice: 'S-1', task: 'T-1' });
    const fourth = await prepared(tdd);
    expect(stage(fourth)).toEqual(['The test failed before and passes now. Close the slice.']);
    expect(actsOf(fourth)).toEqual([['Close S-1', 'slice.close', { slice: 'S-1' }]]);
    expect(fourth.prompt).toBeUndefined();
  });

  it('takes no test for one that passes at once, and no command that could not be run for a red one', async () => {
    await repo.ok(sliceStart, { title: 'Count', test: 'true' });
    repo.write('test/limit.test.sh', 'x\n');
    await repo.ok(evidenceRun, { command: ['true'], slice: 'S-1', task: 'T-1' });
    expect(stage(await prepared(tdd))).toEqual(['Test: write the failing test first, and nothing else.']);
    await repo.ok(sliceStart, { title: 'Sum', test: 'no-such-program-here' });
    expect(stage(await prepared(tdd, 'S-2'))).toEqual([
      'The test exists but has not been run on the current files. Run it.',
    ]);
  });

  it('answers a hostile or broken reply with a sentence, which goes back to the model', async () => {
    await repo.ok(sliceStart, { title: 'Count', test });
    const found = await prepared(tdd);
    const replied = (file: unknown) => proposed(found, { summary: 'x', files: [file] });
    expect(replied({ path: '../x.test.ts', content: 'x' })).toBe(
      '“files” is wrong: The path ../x.test.ts contains “.” or “..”. Use a file inside the repository',
    );
    expect(replied({ path: '.git/hooks/test/pre-commit', content: 'x' })).toContain('is inside the .git folder');
    expect(replied({ path: 'src/limit.txt', content: 'x' })).toContain('src/limit.txt already exists.');
    expect(replied({ path: 'SRC/limit.txt', content: 'x' })).toContain(
      'SRC/limit.txt was not provided, so it cannot be edited.',
    );
    expect(replied({ path: 'src/limit.txt', replace: [{ find: '7', with: '8' }] })).toContain(
      'was not found. Copy it exactly from the file',
    );
    expect(proposed(found, { summary: 'x', files: [] })).toContain('“files” is wrong: it is empty');
    expect(proposed(found, { summary: 'x' })).toContain('“files” is wrong');
    // What the model was not sent, because it takes too little, it may not change.
    const shape = found.prompt?.reply;
    const taken = shape?.schema.parse({
      summary: 'x',
      files: [{ path: 'src/limit.txt', replace: [{ find: '5', with: '6' }] }],
    });
    expect(shape?.propose(taken, 'nothing')).toMatchObject({
      message: 'src/limit.txt was not provided, so it cannot be edited.',
    });
  });

  it('keeps its own part where there are no files to show, and on another branch, where its lane is written to', async () => {
    await repo.ok(sliceStart, { title: 'Count', test });
    expect((await prepared(tdd, '', false)).prompt).toBeUndefined();
    repo.git('switch', '-q', '-c', 'elsewhere');
    const found = await prepared(tdd, 'T-1');
    expect(found.prompt).toBeUndefined();
    expect(found.brief.missing).toEqual([
      'T-1 is on feature/t1-limits, which is not checked out here. Run this in its worktree.',
    ]);
    expect(found.packet).toContain('Write the failing test of S-1: Count');
    expect(found.packet).toContain(`Run \`stateroom evidence run --slice S-1 -- "${test}"\``);
  });

  it('is refused for a slice or a task that is not there', async () => {
    expect(await ask(tdd, 'S-9')).toMatchObject({ code: 'not_found' });
    expect(await ask(tdd, 'T-9')).toMatchObject({ code: 'not_found' });
  });
});

describe('/incremental-implementation', () => {
  it('begins with the first step of the plan that is left, then does the slice, then closes it', async () => {
    repo.write(
      '.stateroom/plans/limits.md',
      '# Limits\n\n- [x] Read {#read}\n- [ ] Count {#count}\n- [ ] Wait {#wait}\n',
    );
    await repo.ok(planRegister, { plan: 'limits' });
    const begun = await prepared(incrementalImplementation);
    expect(told(begun)['Remaining plan steps']).toEqual(['- Count', '- Wait']);
    expect(actsOf(begun)).toEqual([
      ['Start Next Slice', 'slice.start', { task: 'T-1', title: 'Count', item: 'count' }],
    ]);
    expect(begun.prompt).toBeUndefined();

    const command = 'grep -q 10 src/limit.txt';
    await repo.ok(sliceStart, { title: 'Count', item: 'count', test: command });
    const before = await repo.dump();
    const found = await prepared(incrementalImplementation, 'use ten');
    expect(await repo.dump()).toBe(before);
    expect(found.brief.title).toBe('Incremental Implementation: S-1');
    expect(told(found)['Remaining plan steps']).toEqual(['- Wait']);
    expect(asked(found)).toContain('Later, not now: Wait');
    expect(asked(found)).toContain('<request>\nuse ten\n</request>');
    expect(proposed(found, { summary: 'Ten.', files: [code, newTest] })).toMatchObject({
      change: {
        edits: [{ path: 'src/limit.txt' }, { path: 'test/limit.test.sh' }],
        proof: { command, task: 'T-1', slice: 'S-1' },
        expect: 'green',
        next: [
          { title: 'Close S-1', operation: 'slice.close', input: { slice: 'S-1' } },
          { title: 'Start Next Slice', input: { task: 'T-1', title: 'Wait', item: 'wait' } },
        ],
      },
    });

    repo.write('src/limit.txt', '10\n');
    await repo.ok(evidenceRun, { command: [command], slice: 'S-1', task: 'T-1' });
    const done = await prepared(incrementalImplementation);
    expect(done.prompt).toBeUndefined();
    expect(actsOf(done)).toEqual([
      ['Close S-1', 'slice.close', { slice: 'S-1' }],
      ['Start Next Slice', 'slice.start', { task: 'T-1', title: 'Wait', item: 'wait' }],
    ]);
    // Whoever asks for more gets it.
    expect((await prepared(incrementalImplementation, 'S-1 and say so in the log')).prompt).toBeDefined();
  });

  it('of several open slices takes the oldest, and names the others as later', async () => {
    await repo.ok(sliceStart, { title: 'Count' });
    await repo.ok(sliceStart, { title: 'Wait' });
    const found = await prepared(incrementalImplementation);
    expect(found.brief.title).toBe('Incremental Implementation: S-1');
    expect(asked(found)).toContain('Later, not now: Wait');
    expect(proposed(found, { summary: 'x', files: [code] })).toMatchObject({
      accept: 'Apply',
      change: { proof: undefined },
    });
    expect((await prepared(incrementalImplementation, 'S-2')).brief.title).toBe('Incremental Implementation: S-2');
  });
});

/** The gate reads what it asks for from the branch that the work goes into. */
function gateAsksFor(...commands: string[]): void {
  repo.git('switch', '-q', 'main');
  repo.commit('Ask', { '.stateroom/config.json': JSON.stringify({ gate: { commands } }) });
  repo.git('switch', '-q', 'feature/t1-limits');
}

describe('where no slice names a test', () => {
  const unproven =
    'No test is configured, so no evidence can be recorded. Specify one when you start a slice, or in gate.commands of .stateroom/config.json.';

  beforeEach(async () => {
    await repo.ok(sliceStart, { title: 'Count' });
    await repo.ok(findingRecord, { path: 'src/limit.txt', severity: 'low', text: 'Too low' });
  });

  it('what the gate asks for proves the work, and it is said which', async () => {
    gateAsksFor('API_KEY=abcd1234 true', 'make test', 'make lint');
    const order = { command: ['make test'], directory: '', task: 'T-1', slice: 'S-1' };
    const step = await prepared(incrementalImplementation);
    expect(told(step).Slice).toContain('- No test of its own. The gate’s command is used: make test');
    expect(actsOf(step)).toEqual([['Run Test', 'evidence.run', order]]);
    expect(asked(step)).toContain('Test command: make test');
    expect(step.packet).toContain('Run `stateroom evidence run --slice S-1 -- "make test"`: it must pass.');
    expect(proposed(step, { summary: 'Ten.', files: [code] })).toMatchObject({
      accept: 'Apply and Run Test',
      change: { proof: { command: 'make test', task: 'T-1', slice: 'S-1' } },
    });
    const fix = await prepared(autoFix);
    expect(told(fix)['Verified by']).toEqual(['- make test (required by the gate)']);
    expect(proposed(fix, { summary: 'Ten.', for: ['F-1'], files: [code] })).toMatchObject({
      change: { proof: { command: 'make test', task: 'T-1' }, next: [{ title: 'Mark F-1 as Fixed' }] },
    });
  });

  it('and the gate asks for nothing, it is said that nothing can prove it, and how that is put right', async () => {
    const step = await prepared(incrementalImplementation);
    expect(told(step).Slice).toContain(`- ${unproven}`);
    expect(actsOf(step)).toEqual([]);
    const fix = await prepared(autoFix);
    expect(told(fix)['Verified by']).toEqual([unproven]);
    for (const found of [step, fix]) {
      const proposal = proposed(found, { summary: 'Ten.', for: ['F-1'], files: [code] });
      if (typeof proposal === 'string') throw new Error(proposal);
      expect(proposal.sections.at(-1)).toEqual({ heading: 'After applying', lines: [unproven] });
      expect(proposal.change?.proof).toBeUndefined();
    }
  });
});

describe('/auto-fix', () => {
  it('fixes the open findings of the task, and marks those that the model says it fixed', async () => {
    expect((await prepared(autoFix)).brief.missing).toEqual(['No open findings to fix.']);
    await repo.ok(sliceStart, { title: 'Count', test });
    await repo.ok(findingRecord, {
      path: 'src/limit.txt',
      line: '1',
      severity: 'high',
      text: 'Too low',
      fix: 'Say 10',
    });
    await repo.ok(findingRecord, { path: 'src/other.txt', severity: 'low', text: 'Not said' });
    const before = await repo.dump();
    const found = await prepared(autoFix);
    expect(await repo.dump()).toBe(before);
    expect(found.brief.title).toBe('Fix Findings: T-1');
    expect(told(found)['Open findings']).toEqual([
      '- F-1 high, src/limit.txt:1: Too low Suggested fix: Say 10',
      '- F-2 low, src/other.txt: Not said',
    ]);
    expect(told(found)['Verified by']).toEqual([`- ${test}`]);
    expect(asked(found)).toContain('F-1 (high), src/limit.txt, line 1: Too low\nSuggested fix: Say 10');
    expect(proposed(found, { summary: 'Ten.', for: ['F-1', 'F-1', 'F-9'], files: [code] })).toMatchObject({
      change: {
        proof: { command: test, task: 'T-1', slice: 'S-1' },
        expect: 'green',
        again: 'F-1',
        next: [
          {
            title: 'Mark F-1 as Fixed',
            operation: 'finding.fix',
            input: { ids: ['F-1'] },
            proofAs: 'evidence',
            afterCommit: true,
          },
        ],
      },
    });
    // Findings are never marked automatically: without ids in the reply there is no button.
    expect(proposed(found, { summary: 'Ten.', files: [code] })).toMatchObject({ change: { next: [] } });
    const one = await prepared(autoFix, 'F-2 please');
    expect(told(one)['Open findings']).toEqual(['- F-2 low, src/other.txt: Not said']);
    expect(one.packet).toContain('Fix F-2');
  });

  it('without a task takes those of the repository, and their own command as proof', async () => {
    repo.git('switch', '-q', '-c', 'elsewhere');
    await repo.ok(findingRecord, {
      path: 'src/limit.txt',
      severity: 'low',
      text: 'Too low',
      repository: true,
      repro: 'grep -q 10 src/limit.txt',
    });
    const found = await prepared(autoFix, 'F-1');
    expect(told(found)['Open findings']).toEqual(['- F-1 low, src/limit.txt: Too low']);
    expect(told(found)['Verified by']).toEqual(['- grep -q 10 src/limit.txt']);
  });

  it('proves a finding by its own command, others by the test of the slice, and offers to mark what that shows', async () => {
    await repo.ok(sliceStart, { title: 'Count', test });
    const finding = { path: 'src/limit.txt', severity: 'low' as const };
    const repro = 'grep -q 10 src/limit.txt';
    await repo.ok(findingRecord, { ...finding, text: 'Too low', repro });
    await repo.ok(findingRecord, { ...finding, text: 'Not said' });
    await repo.ok(findingRecord, { ...finding, text: 'Too short', repro: 'grep -q 100 src/limit.txt' });
    const found = await prepared(autoFix);
    const fixing = (refs: string[]) => proposed(found, { summary: 'Ten.', for: refs, files: [code] });
    const marked = (ref: string) => [{ title: `Mark ${ref} as Fixed`, input: { ids: [ref] } }];
    expect(fixing(['F-1', 'F-2', 'F-3'])).toMatchObject({
      change: { proof: { command: repro, task: 'T-1', slice: undefined }, next: marked('F-1') },
    });
    expect(fixing(['F-2'])).toMatchObject({ change: { proof: { command: test, slice: 'S-1' }, next: marked('F-2') } });
    // What is offered is not refused then: the test is run on what was applied, and the same is committed afterwards.
    repo.write('src/limit.txt', '10\n');
    const { evidence } = await repo.ok(evidenceRun, { command: [repro], task: 'T-1' });
    expect(await repo.refused(findingFix, { ids: ['F-1'], evidence: evidence.ref })).toMatchObject({
      message: expect.stringMatching(/src\/limit\.txt has uncommitted changes\.$/),
    });
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=Fix');
    const { findings } = await repo.ok(findingFix, { ids: ['F-1'], evidence: evidence.ref });
    expect(findings.map(({ ref, status }) => [ref, status])).toEqual([['F-1', 'fixed']]);
  });

  it('takes no command that was run before for the test of a slice that names none', async () => {
    gateAsksFor('make test');
    await repo.ok(sliceStart, { title: 'Count' });
    await repo.ok(evidenceRun, { command: ['true'], slice: 'S-1', task: 'T-1' });
    await repo.ok(findingRecord, { path: 'src/limit.txt', severity: 'low', text: 'Too low' });
    const found = await prepared(autoFix);
    expect(told(found)['Verified by']).toEqual(['- make test (required by the gate)']);
    expect(proposed(found, { summary: 'Ten.', for: ['F-1'], files: [code] })).toMatchObject({
      change: { proof: { command: 'make test', task: 'T-1' }, next: [{ title: 'Mark F-1 as Fixed' }] },
    });
  });

  it('takes no command for a proof of findings that it does not show', async () => {
    const finding = { path: 'src/limit.txt', severity: 'low' as const };
    await repo.ok(findingRecord, { ...finding, text: 'Too low', repro: 'grep -q 10 src/limit.txt' });
    await repo.ok(findingRecord, { ...finding, text: 'Not said' });
    const found = await prepared(autoFix);
    expect(proposed(found, { summary: 'Said.', for: ['F-2'], files: [code] })).toMatchObject({
      accept: 'Apply',
      change: { proof: undefined, next: [] },
    });
  });

  it('is refused for a finding that is not there', async () => {
    expect(await ask(autoFix, 'F-9')).toMatchObject({ code: 'not_found' });
  });
});

it('hands the packet to who works in the lane of the task', async () => {
  await repo.ok(sliceStart, { title: 'Count', test });
  const { id } = task;
  await repo.store.transaction(async transaction => {
    await transaction.lanes.insert([laneRow({ id: 'lane-1', number: 1, name: 'limits', task_id: id })]);
  });
  const found = await prepared(tdd);
  const hand = found.brief.acts.find(({ operation }) => operation === 'message.send');
  expect(hand?.title).toBe('Send to Agent in limits');
  const sent = await repo.ok(messageSend, hand?.input as never, person);
  expect(sent).toMatchObject({ sent: true, message: { to: 'limits', kind: 'brief' } });
  expect(await repo.ok(messageSend, hand?.input as never, person)).toMatchObject({ sent: false });
});
