import { offeredWith } from './availability.js';
import { contextKeys } from './contextKeys.js';
import type { Fragment } from './fragment.js';
import {
  declareCommands,
  declareMenus,
  declareView,
  type MenuAct,
  type OwnCommands,
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

const ownCommands: OwnCommands = {
  'now.refresh': { title: 'Refresh Now', icon: 'refresh', palette: offeredWith.store },
  'now.chooseTask': { title: 'Choose Task…', icon: 'list-selection', palette: offeredWith.liveTask },
  'now.followWorkTree': { title: 'Show Task of This Worktree', palette: contextKeys.nowTask },
  'now.openWorkTree': { title: 'Open Task Worktree', icon: 'empty-window', palette: offeredWith.liveTask },
  'now.markSeen': { title: 'Mark Changes as Seen', icon: 'check-all', palette: offeredWith.store },
  'now.openPlan': { title: 'Open Plan', icon: 'go-to-file', palette: contextKeys.nowTask },
  'slice.closeDraft': {
    title: 'Close Slice with This Decision',
    icon: 'check',
    palette: contextKeys.sliceDraft,
    writes: true,
  },
  'now.prove': { title: 'Run Test', writes: true },
  'now.actOnAction': { title: 'Complete or Skip Next Action', writes: true },
  'now.tick': { title: 'Mark Next Action as Done', writes: true },
  'now.revealRow': { title: 'Reveal in Now' },
};

const titleActs: readonly MenuAct[] = [
  ['task.start', `${inNow} && !${contextKeys.nowTask}`, 'navigation@1'],
  ['evidence.run', withTask, 'navigation@1'],
  ['now.chooseTask', `${inNow} && ${offeredWith.liveTask}`, 'navigation@2'],
  ['now.refresh', inNow, 'navigation@3'],
  ['task.start', withTask, '1_task@1'],
  ['task.finish', withTask, '1_task@2'],
  ['slice.start', withTask, '2_work@1'],
  ['slice.close', withTask, '2_work@2'],
  ['action.add', withTask, '2_work@3'],
  ['blocker.add', withTask, '2_work@4'],
  ['decision.record', withTask, '2_work@5'],
  ['review.start', withTask, '3_review@1'],
  ['plan.register', withTask, '3_review@2'],
];

const rowActs: readonly MenuAct[] = [
  ['now.markSeen', row('section:changes'), 'inline@1', '1_act@1'],
  ['task.finish', row('task '), 'inline@1', '1_act@3'],
  ['task.show', row('(task|otherTask) '), '0_open@1'],
  ['now.openWorkTree', row('(task|otherTask) '), '0_open@2'],
  ['now.chooseTask', row('otherTask '), '1_act@1'],
  ['task.switch', row('otherTask '), '1_act@2'],
  ['now.followWorkTree', row('task .*chosen'), '1_act@1'],
  ['task.update', row('(task|focus)'), '1_act@2'],
  ['task.archive', row('(task|otherTask) '), '2_end@1'],
  ['now.openWorkTree', row('otherTask '), 'inline@1'],
  ['now.openPlan', row('section:plan'), 'inline@1', '0_open@1'],
  ['plan.sync', row('section:plan'), '1_act@1'],
  ['plan.analyse', row('section:plan'), '1_act@2'],
  ['plan.accept', row('section:plan'), '1_act@3'],
  ['slice.start', row('section:slices'), 'inline@1', '1_act@1'],
  ['slice.close', row('slice status:(open|committed)'), 'inline@1', '1_act@2'],
  ['slice.commit', row('slice status:(open|committed)'), '1_act@1'],
  ['slice.packet', row('slice '), '0_open@1'],
  ['action.add', row('section:actions'), 'inline@1', '1_act@1'],
  ['action.complete', row('nextAction status:pending'), '1_act@1'],
  ['action.skip', row('nextAction status:pending'), '1_act@2'],
  ['blocker.resolve', row('blocker'), 'inline@1', '1_act@1'],
  ['blocker.add', row('section:blockers'), 'inline@1', '1_act@1'],
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
        'No task on this branch. A task tracks work on one branch through small steps (slices) and checks (gates).\n[Start Task…](command:stateroom.task.start)',
      ),
      ...obstaclePages('now', {
        noRepository: 'Tasks need a git repository. Open a folder in one.',
        restricted: 'In Restricted Mode, git does not run, so the task of this worktree is unknown.',
        broken: 'Cannot show the current work in this repository.',
      }),
    ],
    commands: declareCommands(ownCommands),
    // No key of the editor's own reaches the box of a row.
    keybindings: [rowKey('now', 'space', 'stateroom.now.tick')],
    menus: declareMenus(ownCommands, {
      'editor/title': [['slice.closeDraft', contextKeys.sliceDraft, 'navigation@1']],
      'view/title': titleActs,
      'view/item/context': rowActs,
    }),
  },
};
