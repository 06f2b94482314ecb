import { offeredWith, whereWritable } from './availability.js';
import { contextKeys } from './contextKeys.js';
import type { Fragment } from './fragment.js';
import {
  both,
  declareCommands,
  declarePalette,
  declareView,
  type MenuAct,
  type OwnCommand,
  obstaclePages,
  repositoryIs,
  rowKey,
  welcomePage,
} from './viewParts.js';

const inNow = 'view == stateroom.now';
const withTask = `${inNow} && ${contextKeys.nowTask}`;

/** Rows with all of these traits (see the rows of the view). */
function row(...traits: string[]): string {
  return [inNow, ...traits.map(trait => `viewItem =~ /^now ${trait}/`)].join(' && ');
}

const ownCommands: readonly OwnCommand[] = [
  { command: 'stateroom.now.refresh', title: 'Refresh Now', icon: '$(refresh)', palette: offeredWith.store },
  {
    command: 'stateroom.now.chooseTask',
    title: 'Choose Task…',
    icon: '$(list-selection)',
    palette: offeredWith.liveTask,
  },
  { command: 'stateroom.now.followWorkTree', title: 'Show Task of This Work Tree', palette: contextKeys.nowTask },
  {
    command: 'stateroom.now.openWorkTree',
    title: 'Open Work Tree of Task',
    icon: '$(empty-window)',
    palette: offeredWith.liveTask,
  },
  {
    command: 'stateroom.now.markSeen',
    title: 'Mark Changes as Seen',
    icon: '$(check-all)',
    palette: offeredWith.store,
  },
  {
    command: 'stateroom.now.openPlan',
    title: 'Open Plan of Task',
    icon: '$(go-to-file)',
    palette: contextKeys.nowTask,
  },
  {
    command: 'stateroom.slice.closeDraft',
    title: 'Close Slice with This Decision',
    icon: '$(check)',
    palette: contextKeys.sliceDraft,
    enablement: whereWritable,
  },
  { command: 'stateroom.now.prove', title: 'Run Proof', palette: 'false', enablement: whereWritable },
  {
    command: 'stateroom.now.actOnAction',
    title: 'Complete or Skip Next Action',
    palette: 'false',
    enablement: whereWritable,
  },
  { command: 'stateroom.now.tick', title: 'Tick Next Action', palette: 'false', enablement: whereWritable },
  { command: 'stateroom.now.revealRow', title: 'Reveal in Now', palette: 'false' },
];

const titleActs: readonly MenuAct[] = [
  { command: 'stateroom.task.start', when: `${inNow} && !${contextKeys.nowTask}`, group: 'navigation@1' },
  { command: 'stateroom.evidence.run', when: withTask, group: 'navigation@1' },
  { command: 'stateroom.now.chooseTask', when: `${inNow} && ${offeredWith.liveTask}`, group: 'navigation@2' },
  { command: 'stateroom.now.refresh', when: inNow, group: 'navigation@3' },
  { command: 'stateroom.task.start', when: withTask, group: '1_task@1' },
  { command: 'stateroom.task.finish', when: withTask, group: '1_task@2' },
  { command: 'stateroom.slice.start', when: withTask, group: '2_work@1' },
  { command: 'stateroom.slice.close', when: withTask, group: '2_work@2' },
  { command: 'stateroom.action.add', when: withTask, group: '2_work@3' },
  { command: 'stateroom.blocker.add', when: withTask, group: '2_work@4' },
  { command: 'stateroom.decision.record', when: withTask, group: '2_work@5' },
  { command: 'stateroom.review.start', when: withTask, group: '3_review@1' },
  { command: 'stateroom.plan.register', when: withTask, group: '3_review@2' },
];

const rowActs: readonly MenuAct[] = [
  ...both('stateroom.now.markSeen', row('section:changes')),
  { command: 'stateroom.task.finish', when: row('task '), group: 'inline@1' },
  { command: 'stateroom.task.show', when: row('(task|otherTask) '), group: '0_open@1' },
  { command: 'stateroom.now.openWorkTree', when: row('(task|otherTask) '), group: '0_open@2' },
  { command: 'stateroom.now.chooseTask', when: row('otherTask '), group: '1_act@1' },
  { command: 'stateroom.task.switch', when: row('otherTask '), group: '1_act@2' },
  { command: 'stateroom.now.followWorkTree', when: row('task .*chosen'), group: '1_act@1' },
  { command: 'stateroom.task.update', when: row('(task|focus)'), group: '1_act@2' },
  { command: 'stateroom.task.finish', when: row('task '), group: '1_act@3' },
  { command: 'stateroom.task.archive', when: row('(task|otherTask) '), group: '2_end@1' },
  { command: 'stateroom.now.openWorkTree', when: row('otherTask '), group: 'inline@1' },
  ...both('stateroom.now.openPlan', row('section:plan'), '0_open@1'),
  { command: 'stateroom.plan.sync', when: row('section:plan'), group: '1_act@1' },
  { command: 'stateroom.plan.analyse', when: row('section:plan'), group: '1_act@2' },
  { command: 'stateroom.plan.accept', when: row('section:plan'), group: '1_act@3' },
  ...both('stateroom.slice.start', row('section:slices')),
  { command: 'stateroom.slice.close', when: row('slice status:(open|committed)'), group: 'inline@1' },
  { command: 'stateroom.slice.commit', when: row('slice status:(open|committed)'), group: '1_act@1' },
  { command: 'stateroom.slice.close', when: row('slice status:(open|committed)'), group: '1_act@2' },
  { command: 'stateroom.slice.packet', when: row('slice '), group: '0_open@1' },
  ...both('stateroom.action.add', row('section:actions')),
  { command: 'stateroom.action.complete', when: row('nextAction status:pending'), group: '1_act@1' },
  { command: 'stateroom.action.skip', when: row('nextAction status:pending'), group: '1_act@2' },
  ...both('stateroom.blocker.resolve', row('blocker')),
  ...both('stateroom.blocker.add', row('section:blockers')),
];

/** The Now view and everything around it. */
export const nowFragment: Fragment = {
  contributes: {
    views: declareView('now', 'Now'),
    viewsWelcome: [
      welcomePage(
        'now',
        'now.noTask',
        `!${contextKeys.restricted} && (${repositoryIs('absent', 'ready')})`,
        'No task here yet. A task is work on a branch: in small steps (slices), judged before review (gates).\n[Start Task…](command:stateroom.task.start)',
      ),
      ...obstaclePages('now', {
        noRepository: 'Tasks belong to a git repository. Open a folder that is in one.',
        restricted:
          'In Restricted Mode no task is shown: only git, which is not run here, says which one belongs to this work tree.',
        broken: 'What is at hand in this repository cannot be shown.',
      }),
    ],
    commands: declareCommands(ownCommands),
    // No key of the editor's own reaches the box of a row.
    keybindings: [rowKey('now', 'space', 'stateroom.now.tick')],
    menus: {
      commandPalette: declarePalette(ownCommands),
      'editor/title': [{ command: 'stateroom.slice.closeDraft', when: contextKeys.sliceDraft, group: 'navigation@1' }],
      'view/title': titleActs,
      'view/item/context': rowActs,
    },
  },
};
