import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Compaction } from '../../src/domain/compaction/compaction.js';
import type { Evidence } from '../../src/domain/evidence/evidence.js';
import type { PlanAnalysis, PlanItem } from '../../src/domain/plan/plan.js';
import type { ReviewRun } from '../../src/domain/review/reviewRun.js';
import type { NextAction, Task } from '../../src/domain/task/task.js';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { cli, closesList, folder, pressing, rowsOf, run, stateroom, takesFirst, until } from './stateroom.js';

const planPath = '.stateroom/plans/logins.md';
const plan = `# Limit the rate of logins

## Objective

Nobody tries more than three passwords.

## Steps

- [ ] Count the tries {#count}
- [ ] Refuse the fourth {#refuse}

## Acceptance

- [ ] The wording is kind {#wording}

## Tests

Run \`npm test\`.
`;

const git = (...words: string[]): string => execFileSync('git', words, { cwd: folder(), encoding: 'utf8' }).trim();
const inFolder = (name: string): string => join(folder(), name);
const command = (name: string, ...given: unknown[]) => vscode.commands.executeCommand(`stateroom.${name}`, ...given);
/** What the store holds of a task, by its name. */
const ofTask = (name: string, columns: string, table: string) =>
  rowsOf(`select ${columns} from ${table} where task_id = (select id from tasks where ref = '${name}') order by id`);
/** The page on which a reading is shown. */
const page = (name: string): Promise<vscode.TextDocument> =>
  until(`the page ${name}`, () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.scheme === 'stateroom' && document.uri.path === `/${name}` ? document : undefined;
  });

describe('Rituals without a language model', () => {
  before(() => stateroom());

  it('show what is known, and begin the first act of it', async () => {
    deepStrictEqual(await vscode.lm.selectChatModels({}), []);
    const input = { objective: 'Keep the cart', here: true, light: true, ref: 'cart-9' };
    const { task } = await run<{ task: Task }>('task.start', input);
    try {
      // Its brief has one act: to start a slice, of which what was asked is the title.
      await pressing(takesFirst, command('ritual.tdd', 'Keep it over a restart'));
      deepStrictEqual(await ofTask('cart-9', 'title, status', 'slices'), [['Keep it over a restart', 'open']]);
      // Closed, it begins nothing.
      await pressing(closesList, command('ritual.handoff-lifecycle', 'what is left?'));
      deepStrictEqual(await ofTask('cart-9', 'title, status', 'slices'), [['Keep it over a restart', 'open']]);
    } finally {
      await run('task.archive', { task: task.ref });
      git('switch', '--quiet', 'main');
    }
  });
});

describe('Commands on tasks', () => {
  let api: StateroomApi;
  let logins: string;
  let plans: string;
  const actions: string[] = [];

  before(async () => {
    api = await stateroom();
    // Whatever ran before in this repository is no change of these tasks.
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=What is there');
    await command('now.focus');
    const start = async (input: object): Promise<string> =>
      (await run<{ task: Task }>('task.start', { ...input, here: true })).task.ref;
    plans = await start({ objective: 'Plan it', ref: 'plans-7' });
    git('switch', '--quiet', 'main');
    logins = await start({ objective: 'Limit the logins', ref: 'logins-7', light: true });
  });

  // The other suites have no task of their own, and the branch that they began with.
  after(async () => {
    for (const task of [logins, plans]) await run('task.archive', { task });
    git('switch', '--quiet', '--force', 'main');
    for (const name of ['.stateroom', 'CURRENT_TASK.json', 'exported.json'])
      rmSync(inFolder(name), { recursive: true, force: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('change a task, put it away and bring it back', async () => {
    const states = () => rowsOf("select status, focus, archived_at is null from tasks where ref = 'logins-7'");
    await run('task.update', { task: logins, revision: 1, status: 'review', focus: 'The counter' });
    deepStrictEqual(await states(), [['review', 'The counter', 1]]);
    await run('task.archive', { task: logins });
    deepStrictEqual(await states(), [['review', 'The counter', 0]]);
    await run('task.restore', { task: logins });
    deepStrictEqual(await states(), [['review', 'The counter', 1]]);
  });

  it('show another task in the Now view, and that of the worktree again', async () => {
    const atHand = async () => (await api.now()).rows.find(({ id }) => id.startsWith('task.'))?.description;
    await command('now.chooseTask', { task: plans });
    strictEqual(await atHand(), `${plans} · in progress · selected by you`);
    await command('now.followWorkTree');
    strictEqual(await atHand(), `${logins} · in review · light`);
  });

  it('change, skip and complete what is to be done next', async () => {
    for (const text of ['Ask', 'Test it', 'Ship it', 'Tell the team'])
      actions.push((await run<{ action: NextAction }>('action.add', { text })).action.ref);
    const [ask, test, ship, tell] = actions;
    await run('action.update', { id: ask, text: 'Ask for the key', priority: 5 });
    await run('action.skip', { id: test, note: 'not needed' });
    // Enter on a row asks what happens to it, first whether it is done; Space, which brings the row, does not ask.
    await pressing(takesFirst, command('now.actOnAction', { id: ship }));
    await command('now.tick', [{ id: `action.${tell}`, row: { tick: { action: tell, ticked: false } } }]);
    deepStrictEqual(await ofTask('logins-7', 'action, priority, status, note', 'next_actions'), [
      ['Ask for the key', 5, 'pending', null],
      ['Test it', 100, 'skipped', 'not needed'],
      ['Ship it', 100, 'done', null],
      ['Tell the team', 100, 'done', null],
    ]);
  });

  it('record a decision, a proof from elsewhere and what is kept of a session', async () => {
    await run('decision.record', {
      decision: 'robin_choice_logins-7_one_bucket',
      rationale: 'One bucket for each account.',
    });
    deepStrictEqual(await ofTask('logins-7', 'decision, rationale, actor', 'decisions'), [
      ['robin_choice_logins-7_one_bucket', 'One bucket for each account.', 'Robin'],
    ]);
    const proof = { command: 'make test', exitCode: 0, result: '42 passed', log: 'all fine\n' };
    const { evidence } = await run<{ evidence: Evidence }>('evidence.record', proof);
    await run('evidence.show', { id: evidence.ref });
    match((await page('Show Evidence.md')).getText(), /^- Output: all fine$/m);
    await run('compaction.settings', { disabled: true });
    deepStrictEqual(await ofTask('logins-7', 'enabled, updated_by', 'compaction_settings'), [[0, 'Robin']]);
    await cli('codex-1', 'compaction', 'record', '{"done":["The counter"],"next":["Its test"]}');
    const { compaction } = await run<{ compaction: Compaction }>('compaction.latest');
    deepStrictEqual(
      [compaction.key, compaction.actor, compaction.summary.done, compaction.summary.next],
      ['C-logins-7-0001', 'codex-1', ['The counter'], ['Its test']],
    );
  });

  it('write a task out, and put it back as it was written', async () => {
    await run('task.render', { write: true });
    const { task, nextActions } = JSON.parse(readFileSync(inFolder('CURRENT_TASK.json'), 'utf8'));
    deepStrictEqual([task.name, task.focus, nextActions], ['logins-7', 'The counter', ['Ask for the key']]);
    await run('task.export', { task: logins, file: 'exported.json' });
    await run('task.update', { task: logins, focus: 'Something else' });
    const content = readFileSync(inFolder('exported.json'), 'utf8');
    const { outcome } = await run<{ outcome: string }>('task.import', { content, replace: true });
    strictEqual(outcome, 'replaced');
    deepStrictEqual(await rowsOf("select focus from tasks where ref = 'logins-7'"), [['The counter']]);
    for (const name of ['CURRENT_TASK.json', 'exported.json']) rmSync(inFolder(name));
  });

  it('prove a task, finish it, and go on with another', async () => {
    await run('action.complete', { id: actions[0] });
    await api.now();
    await command('now.prove', { about: 'git --version' });
    deepStrictEqual(await ofTask('logins-7', 'command, exit_code, passed, grade', 'evidence'), [
      ['make test', 0, 1, 'reported'],
      ['git --version', 0, 1, 'observed'],
    ]);
    await run('task.finish', { task: logins, note: 'Three tries' });
    deepStrictEqual(await rowsOf("select status, finished_at is null from tasks where ref = 'logins-7'"), [
      ['done', 0],
    ]);
    await run('task.switch', { task: plans });
    strictEqual(git('branch', '--show-current'), 'feature/plans-7');
  });

  it('register a plan, have it reviewed and accept it', async () => {
    mkdirSync(dirname(inFolder(planPath)), { recursive: true });
    writeFileSync(inFolder(planPath), plan);
    git('add', planPath);
    git('commit', '--quiet', '--message=Plan');
    await run('plan.register', { plan: 'logins' });
    const { analysis } = await run<{ analysis: PlanAnalysis }>('plan.analyse');
    deepStrictEqual([analysis.items, analysis.ticked, analysis.tests, analysis.problems], [3, 0, ['npm test'], []]);
    const { run: review } = await run<{ run: ReviewRun }>('review.start', { subject: planPath });
    await run('review.record', { run: review.ref, verdict: 'pass', summary: 'It is whole' });
    await run('plan.accept');
    deepStrictEqual(await ofTask('plans-7', 'path, status, accepted_by', 'plans'), [[planPath, 'accepted', 'Robin']]);
    await command('now.openPlan', { plan: planPath, line: 9 });
    await until(
      'the plan',
      () => vscode.window.activeTextEditor?.document.uri.fsPath === inFolder(planPath) || undefined,
    );
    strictEqual(vscode.window.activeTextEditor?.selection.active.line, 8);
  });

  it('give a branch back with what has to change', async () => {
    await run('review.requestChanges', { comment: 'Name the limit', subject: 'feature/plans-7' });
    deepStrictEqual(await ofTask('plans-7', 'subject_path, mode, verdict, summary, request_changes', 'review_runs'), [
      [planPath, 'planning', 'pass', 'It is whole', 0],
      ['feature/plans-7', 'branch', 'fail', 'Name the limit', 1],
    ]);
    const [[action, priority] = []] = await ofTask('plans-7', 'action, priority', 'next_actions');
    ok(String(action).endsWith(' requests changes: Name the limit'), String(action));
    strictEqual(priority, 10);
    const { files, reviewers } = await run<{ files: object; reviewers: string[] }>('review.coverage', { task: plans });
    deepStrictEqual(files, { changed: 1, covered: 0, stale: [], uncovered: [planPath], truncated: false });
    deepStrictEqual(reviewers, ['Robin']);
    await page('Show Review Coverage.md');
  });

  it('give an item of the plan out, vouch for another one and tick it', async () => {
    await run('plan.dispatch', { item: 'count', lane: 'logins' });
    await run('plan.move', { item: 'count', state: 'completed', summary: 'Counted' });
    deepStrictEqual(await ofTask('plans-7', 'plan_item, state, lane, summary, dispatch_count', 'plan_cursors'), [
      ['count', 'completed', 'logins', 'Counted', 1],
    ]);
    await run('plan.attest', { item: 'wording', note: 'Read it aloud' });
    await run('plan.sync', { apply: true });
    strictEqual(readFileSync(inFolder(planPath), 'utf8'), plan.replace('- [ ] The wording', '- [x] The wording'));
    const { items } = await run<{ items: PlanItem[] }>('plan.show');
    deepStrictEqual(
      items.map(({ id, checked }) => [id, checked]),
      [
        ['count', false],
        ['refuse', false],
        ['wording', true],
      ],
    );
    await page('Show Plan.md');
  });
});
