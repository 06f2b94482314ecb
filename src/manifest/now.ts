import { actionAdd } from '../operations/action/actionAdd.js';
import { actionComplete } from '../operations/action/actionComplete.js';
import { actionSkip } from '../operations/action/actionSkip.js';
import { blockerAdd } from '../operations/blocker/blockerAdd.js';
import { blockerResolve } from '../operations/blocker/blockerResolve.js';
import { commandOf } from '../operations/commandOf.js';
import { decisionRecord } from '../operations/decision/decisionRecord.js';
import { evidenceRun } from '../operations/evidence/evidenceRun.js';
import { planAccept } from '../operations/plan/planAccept.js';
import { planAnalyse } from '../operations/plan/planAnalyse.js';
import { planRegister } from '../operations/plan/planRegister.js';
import { planSync } from '../operations/plan/planSync.js';
import { reviewStart } from '../operations/review/reviewStart.js';
import { sliceClose } from '../operations/slice/sliceClose.js';
import { sliceCommit } from '../operations/slice/sliceCommit.js';
import { slicePacket } from '../operations/slice/slicePacket.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { taskArchive } from '../operations/task/taskArchive.js';
import { taskFinish } from '../operations/task/taskFinish.js';
import { taskShow } from '../operations/task/taskShow.js';
import { taskStart } from '../operations/task/taskStart.js';
import { taskSwitch } from '../operations/task/taskSwitch.js';
import { taskUpdate } from '../operations/task/taskUpdate.js';
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
  { command: 'stateroom.now.followWorkTree', title: 'Show Task of This Worktree', palette: contextKeys.nowTask },
  {
    command: 'stateroom.now.openWorkTree',
    title: 'Open Task Worktree',
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
    title: 'Open Plan',
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
  { command: 'stateroom.now.prove', title: 'Run Test', palette: 'false', enablement: whereWritable },
  {
    command: 'stateroom.now.actOnAction',
    title: 'Complete or Skip Next Action',
    palette: 'false',
    enablement: whereWritable,
  },
  { command: 'stateroom.now.tick', title: 'Mark Next Action as Done', palette: 'false', enablement: whereWritable },
  { command: 'stateroom.now.revealRow', title: 'Reveal in Now', palette: 'false' },
];

const titleActs: readonly MenuAct[] = [
  { command: commandOf(taskStart), when: `${inNow} && !${contextKeys.nowTask}`, group: 'navigation@1' },
  { command: commandOf(evidenceRun), when: withTask, group: 'navigation@1' },
  { command: 'stateroom.now.chooseTask', when: `${inNow} && ${offeredWith.liveTask}`, group: 'navigation@2' },
  { command: 'stateroom.now.refresh', when: inNow, group: 'navigation@3' },
  { command: commandOf(taskStart), when: withTask, group: '1_task@1' },
  { command: commandOf(taskFinish), when: withTask, group: '1_task@2' },
  { command: commandOf(sliceStart), when: withTask, group: '2_work@1' },
  { command: commandOf(sliceClose), when: withTask, group: '2_work@2' },
  { command: commandOf(actionAdd), when: withTask, group: '2_work@3' },
  { command: commandOf(blockerAdd), when: withTask, group: '2_work@4' },
  { command: commandOf(decisionRecord), when: withTask, group: '2_work@5' },
  { command: commandOf(reviewStart), when: withTask, group: '3_review@1' },
  { command: commandOf(planRegister), when: withTask, group: '3_review@2' },
];

const rowActs: readonly MenuAct[] = [
  ...both('stateroom.now.markSeen', row('section:changes')),
  { command: commandOf(taskFinish), when: row('task '), group: 'inline@1' },
  { command: commandOf(taskShow), when: row('(task|otherTask) '), group: '0_open@1' },
  { command: 'stateroom.now.openWorkTree', when: row('(task|otherTask) '), group: '0_open@2' },
  { command: 'stateroom.now.chooseTask', when: row('otherTask '), group: '1_act@1' },
  { command: commandOf(taskSwitch), when: row('otherTask '), group: '1_act@2' },
  { command: 'stateroom.now.followWorkTree', when: row('task .*chosen'), group: '1_act@1' },
  { command: commandOf(taskUpdate), when: row('(task|focus)'), group: '1_act@2' },
  { command: commandOf(taskFinish), when: row('task '), group: '1_act@3' },
  { command: commandOf(taskArchive), when: row('(task|otherTask) '), group: '2_end@1' },
  { command: 'stateroom.now.openWorkTree', when: row('otherTask '), group: 'inline@1' },
  ...both('stateroom.now.openPlan', row('section:plan'), '0_open@1'),
  { command: commandOf(planSync), when: row('section:plan'), group: '1_act@1' },
  { command: commandOf(planAnalyse), when: row('section:plan'), group: '1_act@2' },
  { command: commandOf(planAccept), when: row('section:plan'), group: '1_act@3' },
  ...both(commandOf(sliceStart), row('section:slices')),
  { command: commandOf(sliceClose), when: row('slice status:(open|committed)'), group: 'inline@1' },
  { command: commandOf(sliceCommit), when: row('slice status:(open|committed)'), group: '1_act@1' },
  { command: commandOf(sliceClose), when: row('slice status:(open|committed)'), group: '1_act@2' },
  { command: commandOf(slicePacket), when: row('slice '), group: '0_open@1' },
  ...both(commandOf(actionAdd), row('section:actions')),
  { command: commandOf(actionComplete), when: row('nextAction status:pending'), group: '1_act@1' },
  { command: commandOf(actionSkip), when: row('nextAction status:pending'), group: '1_act@2' },
  ...both(commandOf(blockerResolve), row('blocker')),
  ...both(commandOf(blockerAdd), row('section:blockers')),
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
    menus: {
      commandPalette: declarePalette(ownCommands),
      'editor/title': [{ command: 'stateroom.slice.closeDraft', when: contextKeys.sliceDraft, group: 'navigation@1' }],
      'view/title': titleActs,
      'view/item/context': rowActs,
    },
  },
};
