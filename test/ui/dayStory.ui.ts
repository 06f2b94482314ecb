import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nothingLeft, storyEnd } from '../contract/stories/storyEnd.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { mustRunCli } from '../editor/runCli.js';
import type { ScratchRepository } from '../editor/scratchRepository.js';
import type { Workbench } from '../editor/workbench.js';
import type { ChatView } from './chatView.js';
import { loginsPlan, makeLoginsRepository } from './dayStory/loginsRepository.js';
import { personActs } from './dayStory/personActs.js';
import { type OpenChat, openChat } from './openChat.js';
import { queryStore } from './repositoryState.js';

const branch = 'feature/t1-limit-the-rate-of';

/** A day in the chat: a model answers by a script, a person presses the buttons, reads, decides and commits. */
describe('a day with @stateroom, from a wish to a merged branch', { retry: 0 }, () => {
  let repository: ScratchRepository;
  let opened: OpenChat;
  let tree: string;
  let window: Workbench;
  let chat: ChatView;
  let acts: ReturnType<typeof personActs>;
  keepPictureOfFailures(() => opened && { ...opened, workbench: window ?? opened.workbench });

  beforeAll(async () => {
    repository = await makeLoginsRepository();
    opened = await openChat(repository.path);
    chat = opened.chat;
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  it('scopes the wish: a press writes work item, task, branch, slices and questions', async () => {
    const answer = await chat.ask('@stateroom /scope we should probably add rate limiting');
    expect(await answer.innerText()).toContain('Nothing has been saved yet.');
    expect(await query('select count(*) from tasks')).toEqual([[0]]);
    await opened.workbench.screenshot('day-1-scope');
    await press('Create Task, Branch and Slices');
    await eventually('select objective, status from tasks').toEqual([
      ['An address that fails ten times waits a minute.', 'in_progress'],
    ]);
    expect(await query('select title from work_items')).toEqual([['Limit the rate of logins']]);
    expect(await query('select number, status from slices order by number')).toEqual([
      [1, 'open'],
      [2, 'open'],
    ]);
    expect(await query('select action, status from next_actions')).toEqual([['Per user, or per address?', 'pending']]);
    expect(await repository.git('branch', '--list', 'feature/*', '--format=%(refname:short)')).toBe(branch);
  });

  it('goes on in the worktree of the task, where its plan is read, reviewed and accepted', async () => {
    tree = (await query('select worktree_path from tasks'))[0]?.[0] as string;
    await write('.stateroom/plans/limits.md', loginsPlan);
    await commit('Plan the limits');
    await mustRunCli(tree, 'claude', ['plan', 'register', 'limits']);
    chat = await opened.newChat(tree);
    window = chat.workbench;
    acts = personActs(window);

    const read = await (await chat.ask('@stateroom /plan-analyze is it enough?')).innerText();
    expect(read).toContain('Count the attempts (open)');
    expect(read).toContain('Not ready to accept');

    const reviewed = await (await chat.ask('@stateroom /planning-review is it enough? [fine]')).innerText();
    expect(reviewed).toContain('None. You decide whether it passes.');
    await press('Record Pass');
    await eventually('select subject_path, mode, verdict, actor from review_runs').toEqual([
      ['.stateroom/plans/limits.md', 'planning', 'pass', 'Robin'],
    ]);
    const ready = await chat.ask('@stateroom /plan-analyze may it be accepted?');
    expect(await ready.innerText()).toContain('Ready to accept');
    await window.screenshot('day-2-plan');
    // A plan that has passed a review is offered both: a further review of it, and its acceptance.
    const passed = await said(chat.ask('@stateroom /planning-review once more [fine]'));
    expect(passed).toContain('“Record Pass” records this review but does not accept the plan.');
    expect(passed).toContain(
      '“Accept Plan” accepts the plan based on the review it already passed, without recording this one.',
    );
    await press('Record Pass');
    await eventually('select count(*) from review_runs').toEqual([[2]]);
    expect(await query('select status from plans')).not.toEqual([['accepted']]);
    await press('Accept Plan');
    await eventually('select status from plans').toEqual([['accepted']]);
    expect(await query('select count(*) from review_runs')).toEqual([[2]]);
  });

  it('writes the test of a slice, sees it fail, writes the code, sees it pass, and closes the slice', async () => {
    const proposed = await said(chat.ask('@stateroom /tdd a burst of 3 in src/limit.ts'));
    expect(proposed).toContain('Test-Driven Development: S-1');
    expect(proposed).toContain('test/limit.test.mjs (new, +2)');
    expect(proposed).toContain('This command runs and should fail: npm test -- attempts');
    expect(await query('select count(*) from evidence')).toEqual([[0]]);
    await press('Apply and Run Test');
    await window.notification('The test fails, as expected (E-1).').waitFor();
    await window.screenshot('day-3-red');
    expect(await proofs()).toEqual([['npm test -- attempts', 1, 'S-1']]);

    const next = await said(chat.answerAfter(() => window.answerNotification('The test fails', 'Continue')));
    expect(next).toContain('Code: the test fails (see E-1). Make the smallest change that makes it pass.');
    expect(next).toContain('src/limit.ts (+1 -1)');
    await press('Apply and Run Test');
    await window.notification('The test passes (E-2).').waitFor();
    await window.screenshot('day-4-green');
    expect(await proofs()).toEqual([
      ['npm test -- attempts', 1, 'S-1'],
      ['npm test -- attempts', 0, 'S-1'],
    ]);
    expect(await git('status', '--short')).toBe('M src/limit.ts\n?? test/');

    await window.answerNotification('The test passes', 'Close S-1');
    await acts.closeWithDraft('S-1');
    await eventually('select number, status, changed_files from slices order by number').toEqual([
      [1, 'closed', '[".stateroom/plans/limits.md","src/limit.ts","test/limit.test.mjs"]'],
      [2, 'open', '[]'],
    ]);
    await commit('Let a burst of 3 in');
    expect(await subjects()).toEqual(['Let a burst of 3 in', 'Plan the limits']);
  });

  it('does the next small step, proves it and commits it', async () => {
    const proposed = await said(chat.ask('@stateroom /incremental-implementation name the unit in src/limit.ts'));
    expect(proposed).toContain('Incremental Implementation: S-2');
    expect(proposed).toContain('src/limit.ts (+1 -1)');
    // The slice names no test, so what the gate asks for proves the step: a command of the repository, which no one trusts yet.
    await press('Apply and Run Test');
    await window.dialog().getByText('gate.commands\n    node test.js').waitFor();
    expect(await proofs()).toHaveLength(2);
    await window.dialog().getByRole('button', { name: 'Trust and Run' }).click();
    await window.notification('The test passes (E-3).').waitFor();
    expect(await git('diff', '--numstat')).toBe('1\t1\tsrc/limit.ts');
    await window.screenshot('day-5-step');
    expect(await proofs()).toContainEqual(['node test.js', 0, 'S-2']);
    await acts.commitSlice('S-2');
    await eventually('select status from slices order by number').toEqual([['closed'], ['committed']]);
    expect(await subjects()).toEqual(['Answer 429 to an address that waits', 'Let a burst of 3 in', 'Plan the limits']);
    expect(await query('select commit_sha from slices where number = 2')).toEqual([[await git('rev-parse', 'HEAD')]]);
    await window.clearNotifications();
  });

  it('reviews the branch, fixes what is true of it with proof, and says why the rest stays', async () => {
    const review = await chat.ask('@stateroom /branch-review look at the limits');
    expect(await review.innerText()).toContain('A burst of 0 lets nobody in.');
    await window.screenshot('day-6-review');
    expect(await review.innerText()).toContain('Changed files');
    // The changed files as a tree, which the editor folds away.
    await review
      .getByText(/^Completed \d+ steps?/)
      .first()
      .click();
    for (const file of ['limit.ts', 'limit.test.mjs']) {
      await review.getByRole('treeitem', { name: file }).first().waitFor();
    }
    // The answer is drawn again while its tree unfolds, which may take the button from under the mouse.
    const recorded = async () => {
      const found = await query('select number, path, line_start, severity, status from findings order by number');
      if (found.length === 0) await press('Record Review and Findings');
      return found;
    };
    await expect.poll(recorded, { timeout: 60_000, interval: 5000 }).toEqual([
      [1, 'src/limit.ts', 2, 'high', 'open'],
      [2, 'src/limit.ts', null, 'low', 'open'],
    ]);
    const why = await said(chat.ask("@stateroom /context why can't I push?"));
    expect(why).toContain('1 open high finding: F-1.');

    const fixes = await said(chat.ask('@stateroom /auto-fix what is true of it'));
    expect(fixes).toContain('F-2 low, src/limit.ts: No unit is named.');
    expect(fixes).toContain('This command runs and should pass: node test.js');
    await press('Apply and Run Test');
    await window.notification('The test passes (E-4).').waitFor();
    await window.screenshot('day-7-fixed');
    await commit('Say what a burst is');
    await window.answerNotification('The test passes', 'Mark F-2 as Fixed');
    await acts.nameFix('Say what a burst is');
    const findings =
      'select f.number, f.status, f.fixed_sha, e.number from findings f left join evidence e on e.id = f.fix_evidence_id order by f.number';
    const fix = await git('rev-parse', 'HEAD');
    await eventually(findings).toEqual([
      [1, 'open', null, null],
      [2, 'fixed', fix, 4],
    ]);
    await acts.dismissFinding('F-1', 'The burst is 3 by now.');
    await eventually(findings).toEqual([
      [1, 'wontfix', null, null],
      [2, 'fixed', fix, 4],
    ]);
  });

  it('sees what is left, does it, and finishes the task', async () => {
    const left = await said(chat.ask('@stateroom /handoff-lifecycle what is left?'));
    expect(left).toContain('S-2 Answer 429 to an address that waits (committed)');
    expect(left).toContain('A-1 Per user, or per address?');
    expect(left).toContain('0 high, 0 medium, 0 low');
    expect(left).toContain('Not ready to close');
    await window.screenshot('day-8-handoff');
    await press('Close S-2');
    await acts.closeWithButton('S-2');
    await eventually('select status from slices order by number').toEqual([['closed'], ['closed']]);
    await acts.completeNextAction('Per user, or per address?');
    await eventually('select status from next_actions').toEqual([['done']]);

    const again = await said(chat.ask('@stateroom /branch-review is it fixed? [fine]'));
    expect(again).toContain('None. You decide whether it passes.');
    await press('Record Pass');
    await eventually('select subject_path, verdict from review_runs order by number').toEqual([
      ['.stateroom/plans/limits.md', 'pass'],
      ['.stateroom/plans/limits.md', 'pass'],
      [branch, 'fail'],
      [branch, 'pass'],
    ]);
    const stage = await said(chat.ask('@stateroom /branch-lifecycle what is next?'));
    expect(stage).toContain('Ready to close: yes');
    await window.screenshot('day-9-lifecycle');
    await press('Finish Task');
    await eventually('select status from tasks').toEqual([['done']]);
  });

  it('merges the branch in a terminal, and is told that the task is done', async () => {
    await personActs(opened.workbench).typeInTerminal(`git merge --no-ff -m 'Limit the rate of logins' ${branch}`);
    await expect
      .poll(() => repository.git('log', '--format=%s', '--topo-order', 'main'), { timeout: 60_000 })
      .toBe(
        [
          'Limit the rate of logins',
          'Say what a burst is',
          'Answer 429 to an address that waits',
          'Let a burst of 3 in',
          'Plan the limits',
          'Begin',
          'Start',
        ].join('\n'),
      );
    expect(await repository.git('branch', '--merged', 'main', '--format=%(refname:short)')).toBe(`${branch}\nmain`);
    expect(await repository.git('show', 'main:src/limit.ts')).toBe(
      'export const limit = 10; // a minute\nexport const burst = 3; // logins at once',
    );
    chat = opened.chat;
    expect(await said(chat.ask('@stateroom /context what about T-1?'))).toContain('Status: done');
    await opened.workbench.screenshot('day-10-merged');
  });

  it('removes what the task left', async () => {
    // As a person closes a window: its processes are in the worktree until they end.
    await window.page.goto('about:blank');
    await window.close();
    const left = () => mustRunCli<{ tasks: unknown }>(repository.path, 'ada', ['task', 'gc']);
    await expect
      .poll(async () => (await left()).tasks, { timeout: 60_000 })
      .toMatchObject([{ task: 'T-1', worktree: tree, branch, why: null }]);
    await opened.workbench.runCommand('All Commands: Clean Up Finished Tasks…');
    await opened.workbench.answerDialog('Remove');
    await expect.poll(() => repository.git('branch', '--format=%(refname:short)'), { timeout: 60_000 }).toBe('main');
    expect(await storyEnd(repository.path)).toEqual({
      ...nothingLeft,
      items: ['W-1 done'],
      lanes: [],
      tasks: ['T-1 done archived'],
      worktrees: ['rocket'],
      remote: [],
    });
  });

  /** Presses a button of the newest answer. */
  async function press(title: string | RegExp): Promise<void> {
    await chat.answer().getByRole('button', { name: title }).click();
  }

  /** What an answer says, without the marks that keep a model's words from being links. */
  async function said(answer: Promise<Locator>): Promise<string> {
    return (await (await answer).innerText()).replaceAll('\u200b', '');
  }

  /** Git in the worktree of the task. */
  function git(...words: string[]): Promise<string> {
    return repository.git('-C', tree, ...words);
  }

  async function commit(message: string): Promise<void> {
    await git('add', '.');
    await git('commit', '--quiet', `--message=${message}`);
  }

  /** Of the commits of the branch, the newest first. */
  async function subjects(): Promise<string[]> {
    return (await git('log', '--format=%s', 'main..')).split('\n');
  }

  /** What was run as evidence, with which exit code, and for which slice. */
  function proofs(): Promise<unknown[][]> {
    return query(
      "select e.command, e.exit_code, 'S-' || s.number from evidence e join slices s on s.id = e.slice_id order by e.number",
    );
  }

  function eventually(sql: string) {
    return expect.poll(() => query(sql), { timeout: 60_000 });
  }

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), text);
  }

  function query(sql: string): Promise<unknown[][]> {
    return queryStore(repository.path, sql);
  }
});
