import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidenceRun } from '../../../src/operations/evidence/evidenceRun.js';
import { findingRecord } from '../../../src/operations/finding/findingRecord.js';
import { workerSpawn } from '../../../src/operations/lane/worker/workerSpawn.js';
import { queueAdd } from '../../../src/operations/queue/queueAdd.js';
import { sliceClose } from '../../../src/operations/slice/sliceClose.js';
import { sliceCommit } from '../../../src/operations/slice/sliceCommit.js';
import { sliceStart } from '../../../src/operations/slice/sliceStart.js';
import { taskRestore } from '../../../src/operations/task/taskRestore.js';
import { agent, person } from '../../support/testRepository.js';
import { expectInView } from './expectLeft.js';
import type { FlowScene, KeyFlow } from './keyFlow.js';

/** No one looks at the views: what a command does there has to bring them into sight. */
function hideViews({ editor }: FlowScene): void {
  editor.showViews(false);
}

const robin = { ...person, name: 'Robin' };

/** A lane for T-2 with a slice that a decision closed. */
async function withClosedSlice({ repository }: FlowScene): Promise<void> {
  const { worktreePath } = await repository.ok(workerSpawn, { lane: 'T-2', noFetch: true }, robin);
  repository.place = worktreePath;
  const test = 'test -e retries.txt';
  await repository.ok(sliceStart, { title: 'Count the retries', test, task: 'T-2' }, robin);
  writeFileSync(join(worktreePath, 'retries.txt'), '1\n');
  await repository.ok(sliceCommit, { untracked: true, task: 'T-2' }, robin);
  await repository.ok(evidenceRun, { command: [test], slice: 'S-1' }, robin);
  const none = ['## Schema / Contract Changes', 'None', '## Open Threads', 'None'];
  const rationale = ['## Changes', '- counts the retries', '## Verification', '- the test passes', ...none].join('\n');
  await repository.ok(sliceClose, { rationale, slice: 'S-1' }, robin);
  repository.place = repository.repository;
}

/** The work item of T-1, in progress. */
const inTask = 'W-4 Limit the logins';
const openRows = (...labels: readonly string[]) => ({ view: 'Queue', begins: 'W-', labels });

/** What the Queue view does beyond the operations, after the flows of those: W-2, W-1, W-5 and W-6 are ready, W-4 is in progress in T-1, and W-1 is open. */
export const queueViewKeyFlows: readonly KeyFlow[] = [
  { command: 'queue.refresh', questions: [], leaves: { progress: 'stateroom.queue' } },
  { command: 'page.openAsText', questions: [], leaves: { tab: 'W-1.md' } },
  { command: 'page.copy', questions: [], leaves: { clipboard: 'Wash twice' } },
  {
    command: 'queue.copyReference',
    isLeftBefore: true,
    questions: [{ asks: 'Select a work item', chooses: 'W-2' }],
    leaves: { clipboard: 'W-2' },
  },
  {
    command: 'copyLink',
    isLeftBefore: true,
    questions: [{ asks: 'Select a work item', chooses: 'W-2' }],
    leaves: { clipboard: '://stateroom.stateroom/item/' },
  },
  {
    command: 'search',
    questions: [{ asks: 'Words, “a phrase”', chooses: 'Mend' }],
    leaves: { tab: 'W-6' },
  },
  {
    command: 'retro.open',
    isLeftBefore: true,
    questions: [
      {
        asks: 'ISO week, as 2026-W44',
        types: '2026-W43',
        refuses: { text: '2026-W54', says: 'Not a valid ISO week. Use 2026-W44.' },
      },
    ],
    leaves: { tab: '2026-W43.md' },
  },
  { command: 'timeline.open', questions: [], leaves: { tab: '.timeline' } },
  {
    command: 'timeline.filter',
    isLeftBefore: true,
    questions: [{ asks: 'Select a filter, or type W-12', chooses: 'Findings' }],
    leaves: { tab: '.timeline' },
  },
  { command: 'timeline.refresh', questions: [], leaves: { tab: '.timeline' } },
  // All events are on one page: only the status bar says so. Pages are turned in timeline.spec.ts.
  { command: 'timeline.earlier', questions: [], leaves: { sql: 'select 1', rows: [[1]] } },
  { command: 'timeline.later', questions: [], leaves: { sql: 'select 1', rows: [[1]] } },
  {
    command: 'queue.reveal',
    isLeftBefore: true,
    before: hideViews,
    questions: [{ asks: 'Select a work item', chooses: 'W-6' }],
    leaves: { view: 'Queue', row: 'W-6 Mend', isSelected: true },
  },
  {
    command: 'queue.moveToTop',
    isLeftBefore: true,
    before: hideViews,
    questions: [{ asks: 'Select a work item to move', chooses: 'W-6' }],
    leaves: openRows('W-6 Mend', 'W-2 Dry', 'W-1 Wash twice', 'W-5 Iron', inTask),
  },
  { command: 'undo', questions: [], leaves: openRows('W-2 Dry', 'W-1 Wash twice', 'W-5 Iron', 'W-6 Mend', inTask) },
  {
    command: 'queue.moveDown',
    isLeftBefore: true,
    before: hideViews,
    questions: [{ asks: 'Select a work item to move', chooses: 'W-2' }],
    leaves: openRows('W-1 Wash twice', 'W-2 Dry', 'W-5 Iron', 'W-6 Mend', inTask),
  },
  {
    command: 'queue.filter',
    isLeftBefore: true,
    before: hideViews,
    questions: [{ asks: 'Select a filter, or type part of a title or id', chooses: 'Iron' }],
    leaves: openRows('W-5 Iron'),
  },
  {
    // What the filter hides is moved all the same.
    command: 'queue.moveUp',
    isLeftBefore: true,
    before: hideViews,
    questions: [{ asks: 'Select a work item to move', chooses: 'W-6' }],
    leaves: { sql: "select count(*) from events where type = 'work_item_reprioritised'", rows: [[5]] },
  },
  {
    command: 'queue.clearFilter',
    before: hideViews,
    questions: [],
    leaves: openRows('W-1 Wash twice', 'W-2 Dry', 'W-6 Mend', 'W-5 Iron', inTask),
  },
  {
    command: 'queue.add',
    isLeftBefore: true,
    questions: [{ asks: 'What needs to be done?', types: 'Sort', refuses: { text: ' ', says: 'It is empty.' } }],
    leaves: openRows('W-1 Wash twice', 'W-2 Dry', 'W-6 Mend', 'W-5 Iron', 'W-7 Sort', inTask),
  },
];

/** What the Now view does beyond the operations, where T-1 is worked on here and T-2 is shown. */
export const nowViewKeyFlows: readonly KeyFlow[] = [
  {
    command: 'now.followWorkTree',
    // Switching to T-2 archived it.
    before: ({ repository }) => repository.ok(taskRestore, { task: 'T-1' }),
    questions: [],
    leaves: { view: 'Now', row: 'T-1 Limit the logins' },
  },
  {
    // What nothing tells of is judged again: that git ignores a file now.
    command: 'now.refresh',
    before: async ({ repository, editor }) => {
      repository.write('notes.txt', 'later\n');
      repository.write('../ignored', '');
      repository.git('config', 'core.excludesFile', repository.beside('ignored'));
      await editor.run('stateroom.now.refresh');
      await expectInView(editor, { view: 'Now', row: 'Uncommitted changes in 1 path: notes.txt.' });
      repository.write('../ignored', 'notes.txt\n');
    },
    questions: [],
    leaves: { view: 'Now', hides: 'Uncommitted changes in 1 path: notes.txt.' },
  },
  {
    command: 'showStatus',
    isLeftBefore: true,
    before: hideViews,
    questions: [{ asks: 'Needs you', chooses: 'Check gates' }],
    leaves: { view: 'Now', row: 'review-ready', isSelected: true },
  },
  { command: 'now.openPlan', questions: [], leaves: { tab: 'limits.md' } },
  {
    command: 'now.markSeen',
    before: async ({ repository, editor }) => {
      await repository.ok(queueAdd, { title: 'Hang up' }, agent);
      // What is not in sight yet is not seen.
      await editor.run('stateroom.now.refresh');
      await expectInView(editor, { view: 'Now', row: 'Since your last visit' });
    },
    questions: [],
    leaves: { view: 'Now', hides: 'Since your last visit' },
  },
  { command: 'showLog', questions: [], leaves: { panel: 'Stateroom' } },
  {
    // By a command that the palette has not.
    command: 'allCommands',
    isLeftBefore: true,
    questions: [{ asks: 'All Commands', chooses: 'Show Latest Events' }],
    leaves: { tab: 'Latest events.md' },
  },
  { command: 'reportIssue', questions: [], leaves: { tab: 'report of an issue' } },
];

/** What the Findings view does beyond the operations, after the flows of those: F-1 is open. */
export const findingViewKeyFlows: readonly KeyFlow[] = [
  { command: 'finding.refresh', questions: [], leaves: { progress: 'stateroom.findings' } },
  {
    command: 'finding.copyReference',
    isLeftBefore: true,
    before: hideViews,
    questions: [{ asks: 'Select findings', ticks: 'F-4' }],
    leaves: { clipboard: 'F-4' },
  },
  {
    command: 'finding.openAtLine',
    isLeftBefore: true,
    questions: [{ asks: 'Select a finding', chooses: 'F-1' }],
    leaves: { tab: 'README.md' },
  },
  {
    command: 'finding.groupByRun',
    before: hideViews,
    questions: [],
    leaves: { view: 'Findings', row: 'Not in a review run' },
  },
  {
    command: 'finding.groupByFile',
    before: hideViews,
    questions: [],
    leaves: { view: 'Findings', row: 'README.md' },
  },
  {
    command: 'finding.groupBySeverity',
    before: hideViews,
    questions: [],
    leaves: { view: 'Findings', row: 'Medium' },
  },
  {
    command: 'finding.filter',
    isLeftBefore: true,
    before: hideViews,
    questions: [{ asks: 'Select a filter', chooses: 'its unit' }],
    leaves: { view: 'Findings', begins: 'F-', labels: ['F-4 The number lacks its unit'] },
  },
  {
    command: 'finding.clearFilter',
    before: hideViews,
    questions: [],
    leaves: { view: 'Findings', row: 'F-1 The loop never ends' },
  },
  {
    command: 'finding.askAgent',
    isLeftBefore: true,
    questions: [{ asks: 'Select a finding', chooses: 'F-1' }],
    leaves: { chat: '@stateroom /auto-fix F-1' },
  },
];

/** What the Lanes view does beyond the operations, before the flows of those. */
export const laneViewKeyFlows: readonly KeyFlow[] = [
  { command: 'lane.refresh', questions: [], leaves: { progress: 'stateroom.lanes' } },
  {
    command: 'now.openWorkTree',
    isLeftBefore: true,
    questions: [{ asks: 'Select a task to open its worktree', chooses: 'T-1' }],
    leaves: { window: 'repository.worktrees/limits-1' },
  },
  {
    command: 'lane.reveal',
    isLeftBefore: true,
    before: hideViews,
    questions: [{ asks: 'Select a lane', chooses: 'L-3 mail' }],
    leaves: { view: 'Lanes', row: 'L-3 mail', isSelected: true },
  },
  {
    command: 'lane.copyBranch',
    isLeftBefore: true,
    questions: [{ asks: 'Select a lane', chooses: 'L-3 mail' }],
    leaves: { clipboard: 'feature/mail' },
  },
  {
    command: 'lane.showChanges',
    isLeftBefore: true,
    before: ({ repository }) => repository.write('../repository.worktrees/mail/README.md', '# Mail\n'),
    questions: [{ asks: 'Select a lane', chooses: 'L-3 mail' }],
    // Nothing of it is committed.
    leaves: { tab: 'mail with uncommitted changes compared with main' },
  },
  {
    command: 'lane.showUncommitted',
    isLeftBefore: true,
    questions: [{ asks: 'Select a lane', chooses: 'L-3 mail' }],
    leaves: { tab: 'mail with uncommitted changes compared with main' },
  },
  {
    command: 'lane.markReviewed',
    isLeftBefore: true,
    questions: [{ asks: 'Select a lane', chooses: 'L-3 mail' }],
    leaves: { reference: 'refs/stateroom/reviewed/mail/robin-' },
  },
  {
    command: 'lane.showSinceReview',
    isLeftBefore: true,
    before: ({ repository }) => {
      repository.git('-C', '../repository.worktrees/mail', 'commit', '-q', '--all', '--message=Mail');
    },
    questions: [{ asks: 'Select a lane', chooses: 'L-3 mail' }],
    leaves: { tab: 'mail since your last review' },
  },
  {
    command: 'lane.showCommit',
    questions: [
      { asks: 'Select a lane', chooses: 'L-3 mail' },
      { asks: 'Select a commit', chooses: 'Mail' },
    ],
    leaves: { tab: 'Mail' },
  },
  {
    command: 'lane.showSlice',
    before: withClosedSlice,
    questions: [
      { asks: 'Select a lane', chooses: 'L-4 Port the cart' },
      { asks: 'Select a slice', chooses: 'D-1 counts the retries' },
    ],
    leaves: { tab: 'L-4 Port the cart: S-1 Count the retries · D-1 counts the retries' },
  },
  {
    command: 'lane.openTerminal',
    isLeftBefore: true,
    questions: [{ asks: 'Select a lane', chooses: 'L-2 login' }],
    leaves: { terminal: 'Lane login' },
  },
  {
    command: 'lane.openWorkTree',
    isLeftBefore: true,
    questions: [{ asks: 'Select a lane', chooses: 'L-2 login' }],
    leaves: { window: 'repository.worktrees/login' },
  },
  {
    // In the lane that is selected.
    command: 'review.nextUnresolved',
    before: async ({ repository }) => {
      repository.place = `${repository.repository}.worktrees/mail`;
      const place = { path: 'README.md', line: '1', commit: 'HEAD', repository: true } as const;
      await repository.ok(findingRecord, { ...place, text: 'Say which mail', severity: 'low' }, robin);
      repository.place = repository.repository;
    },
    questions: [],
    leaves: { tab: 'README.md' },
  },
  { command: 'review.previousUnresolved', questions: [], leaves: { tab: 'README.md' } },
  // In the lane whose diff is open by now.
  { command: 'lane.nextUnviewed', questions: [], leaves: { tab: 'README.md' } },
];
