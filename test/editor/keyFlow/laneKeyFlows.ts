import { messageSend } from '../../../src/operations/lane/message/messageSend.js';
import { workerDone } from '../../../src/operations/lane/worker/workerDone.js';
import { workerFail } from '../../../src/operations/lane/worker/workerFail.js';
import { workerSpawn } from '../../../src/operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../../src/operations/lane/worker/workerStart.js';
import { agent, otherAgent } from '../../support/testRepository.js';
import type { FlowScene, KeyFlow } from './keyFlow.js';

/** Commits something in a lane and hands it in. */
async function submit({ repository }: FlowScene, lane: string): Promise<void> {
  const folder = `../repository.worktrees/${lane}`;
  repository.write(`${folder}/${lane}.ts`, 'export {};\n');
  repository.git('-C', folder, 'add', '--all');
  repository.git('-C', folder, 'commit', '--quiet', `--message=Change ${lane}`);
  await repository.ok(workerStart, { lane }, agent);
  await repository.ok(workerDone, { lane, noFetch: true }, agent);
}

const stateOf = (lane: string): string =>
  `select w.state from workers w join lanes l on l.id = w.lane_id where l.name = '${lane}' order by w.id desc limit 1`;
const statusOf = (lane: string): string => `select status from lanes where name = '${lane}'`;

/** Of the lanes L-1 cart, L-2 login and L-3 mail, of which the first one has a report that no one acknowledged. */
export const laneKeyFlows: readonly KeyFlow[] = [
  {
    command: 'lane.update',
    questions: [
      { asks: 'Select a lane', chooses: 'L-1 cart' },
      { asks: 'Select what to change', chooses: 'Description' },
      { asks: 'What should be done in this lane?', types: 'Keep the cart' },
    ],
    leaves: { sql: "select description from lanes where name = 'cart'", rows: [['Keep the cart']] },
  },
  {
    command: 'message.send',
    isLeftBefore: true,
    questions: [
      { asks: 'Select a recipient', chooses: 'L-1 Keep the cart' },
      { asks: 'Select a kind of message', chooses: 'Brief' },
      {
        asks: 'Why should this be done?',
        types: 'It is lost on a restart',
        refuses: { text: ' ', says: 'It is empty.' },
      },
      { asks: 'What should be done?', types: 'Write the test; Keep it' },
      { asks: 'What to look at', types: 'README.md' },
    ],
    leaves: {
      sql: 'select sender, recipient, kind from messages where number = 1',
      rows: [['Robin', 'cart', 'brief']],
    },
  },
  {
    command: 'lane.answer',
    before: ({ repository }) =>
      repository.ok(messageSend, { text: 'May I add a table?', kind: 'question', lane: 'cart' }, otherAgent),
    questions: [
      { asks: 'Select a question to answer', chooses: 'M-2' },
      { asks: 'May I add a table?', types: 'Yes', refuses: { text: ' ', says: 'It is empty.' } },
    ],
    leaves: { sql: 'select sender, kind from messages where number = 3', rows: [['Robin', 'answer']] },
  },
  {
    command: 'report.acknowledge',
    isLeftBefore: true,
    questions: [{ asks: 'Select a report to acknowledge', chooses: 'P-1' }],
    leaves: { sql: 'select acknowledged_by from worker_reports', rows: [['Robin']] },
  },
  {
    command: 'lane.showPage',
    before: ({ editor }) => editor.documents.leave(),
    questions: [{ asks: 'Select a lane', chooses: 'L-1 Keep the cart' }],
    leaves: { tab: 'L-1' },
  },
  {
    command: 'lane.startAgent',
    questions: [
      { asks: 'Select a lane', chooses: 'L-3 mail' },
      { asks: 'Select an agent', chooses: 'Other Command…' },
      { asks: 'Command to start the agent', types: 'true', refuses: { text: ' ', says: 'The command is empty.' } },
    ],
    leaves: { sql: stateOf('mail'), rows: [['WORKING']] },
  },
  {
    command: 'lane.reassign',
    questions: [
      { asks: 'Select a lane', chooses: 'L-3 mail' },
      { asks: 'Command to start the agent', types: 'false' },
    ],
    leaves: {
      sql: "select w.state, w.attempt, w.agent from workers w join lanes l on l.id = w.lane_id where l.name = 'mail'",
      rows: [['WORKING', 2, 'false-mail']],
    },
  },
  {
    command: 'lane.handOver',
    questions: [
      { asks: 'Select a lane', chooses: 'L-3 mail' },
      { asks: 'Who continues?', chooses: 'Whoever is next' },
      { asks: 'What to do next', types: 'Its test' },
    ],
    leaves: {
      sql: "select w.state, w.attempt, w.agent from workers w join lanes l on l.id = w.lane_id where l.name = 'mail'",
      rows: [['ASSIGNED', 3, null]],
    },
  },
  {
    command: 'worker.approve',
    before: scene => submit(scene, 'cart'),
    questions: [{ asks: 'Select a lane', chooses: 'L-1 Keep the cart' }],
    leaves: { sql: stateOf('cart'), rows: [['APPROVED']] },
  },
  {
    command: 'lane.propose',
    questions: [
      { asks: 'Select a lane', chooses: 'L-1 Keep the cart' },
      { asks: 'Push feature/cart to origin', presses: 'Push' },
    ],
    leaves: { reference: 'refs/remotes/origin/feature/cart' },
  },
  {
    command: 'worker.repairMerge',
    questions: [{ asks: 'Select a lane', chooses: 'L-1 Keep the cart' }],
    leaves: { sql: stateOf('cart'), rows: [['APPROVED']] },
  },
  {
    command: 'worker.merge',
    questions: [
      { asks: 'Select a lane', chooses: 'L-1 Keep the cart' },
      { asks: 'Merge lane L-1 Keep the cart?', presses: 'Merge' },
    ],
    leaves: { sql: statusOf('cart'), rows: [['merged']] },
  },
  {
    command: 'worker.requestChanges',
    before: scene => submit(scene, 'login'),
    questions: [
      { asks: 'Select a lane', chooses: 'L-2 login' },
      {
        asks: 'What needs to change in login, and why?',
        types: 'Name the limit',
        refuses: { text: ' ', says: 'It is empty.' },
      },
    ],
    leaves: { sql: stateOf('login'), rows: [['WORKING']] },
  },
  {
    command: 'worker.retry',
    before: ({ repository }) => repository.ok(workerFail, { reason: 'Out of tries', lane: 'login' }, agent),
    questions: [{ asks: 'Select a lane', chooses: 'L-2 login' }],
    leaves: { sql: stateOf('login'), rows: [['ASSIGNED']] },
  },
  {
    command: 'lane.close',
    questions: [{ asks: 'Select a lane', chooses: 'L-2 login' }],
    leaves: { sql: statusOf('login'), rows: [['closed']] },
  },
  {
    command: 'worker.restore',
    questions: [{ asks: 'Select a lane', chooses: 'L-2 login' }],
    leaves: { sql: statusOf('login'), rows: [['active']] },
  },
  {
    command: 'worker.spawn',
    isLeftBefore: true,
    questions: [
      { asks: 'Select what the lane is for', chooses: 'Something else' },
      {
        asks: 'Lane name',
        types: 'parcel',
        refuses: {
          text: 'Parcel',
          says: 'Invalid lane name: it must consist of lowercase letters and digits, joined by single hyphens, dots or underscores.',
        },
      },
      { asks: 'What should be done?', types: 'Send it' },
      { asks: 'Files this lane may change', types: 'src/**, docs/*.md' },
      { asks: 'Start with', chooses: 'Codex' },
    ],
    leaves: {
      sql: "select number, branch, description, owned_paths, backend from lanes where name = 'parcel'",
      rows: [[5, 'feature/parcel', 'Send it', '["src/**","docs/*.md"]', 'codex']],
    },
  },
  {
    command: 'worker.cancel',
    questions: [
      { asks: 'Select a lane', chooses: 'L-5 Send it' },
      { asks: 'Cancel the work in lane L-5 Send it?', presses: 'Cancel Item' },
    ],
    leaves: {
      sql: "select l.status, w.status from lanes l join work_items w on w.id = l.work_item_id where l.name = 'parcel'",
      rows: [['closed', 'cancelled']],
    },
  },
  {
    command: 'lane.adopt',
    isLeftBefore: true,
    before: ({ repository }) => repository.git('worktree', 'add', '-q', '-b', 'feature/old', '../old'),
    questions: [{ asks: 'Select a worktree to adopt as a lane', chooses: 'feature/old' }],
    leaves: { sql: "select adopted from lanes where branch = 'feature/old'", rows: [[1]] },
  },
  {
    command: 'lane.findLost',
    before: ({ repository }) => repository.git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'Reset away'),
    questions: [
      { asks: 'Newest first', chooses: 'Reset away' },
      { asks: 'Reset away', chooses: 'Bring back' },
    ],
    leaves: { reference: 'refs/heads/recovered/' },
  },
  {
    command: 'lane.clean',
    before: ({ repository }) => {
      repository.write('../repository.worktrees/mail/.gitignore', 'node_modules/\n');
      repository.write('../repository.worktrees/mail/node_modules/left-pad.js', 'export {};\n');
    },
    questions: [
      { asks: 'Select a lane', chooses: 'L-3 mail' },
      { asks: 'Remove 1 folder from mail (', presses: 'Remove' },
    ],
    leaves: { gone: 'repository.worktrees/mail/node_modules' },
  },
  {
    command: 'lane.startOnItem',
    before: ({ repository }) => repository.add('Fold the shirts'),
    // The command that was typed last comes first.
    questions: [
      { asks: 'Select a work item', chooses: 'Fold the shirts' },
      { asks: 'Select an agent', chooses: 'false' },
    ],
    leaves: {
      sql: "select w.state from workers w where w.agent glob 'false-*-fold-the-shirts'",
      rows: [['WORKING']],
    },
  },
  {
    command: 'lane.startOtherOnItem',
    before: ({ repository }) => repository.add('Hang the shirts'),
    questions: [
      { asks: 'Select a work item', chooses: 'Hang the shirts' },
      { asks: 'Select an agent', chooses: 'Other Command…' },
      { asks: 'Command to start the agent', types: 'true' },
    ],
    leaves: {
      sql: "select w.state from workers w where w.agent glob 'true-*-hang-the-shirts'",
      rows: [['WORKING']],
    },
  },
  {
    command: 'lane.recordMerged',
    before: async scene => {
      const { repository } = scene;
      const { branch } = await repository.ok(workerSpawn, { lane: 'stamp', description: 'Stamp it' });
      await submit(scene, 'stamp');
      repository.git('merge', '--quiet', '--no-ff', '--message=Merge by hand', branch);
    },
    questions: [],
    leaves: { sql: statusOf('stamp'), rows: [['merged']] },
  },
];
