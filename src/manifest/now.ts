import { listedFacts, listedNames } from '../domain/records.js';
import { actionAdd } from '../operations/action/actionAdd.js';
import { actionComplete } from '../operations/action/actionComplete.js';
import { actionSkip } from '../operations/action/actionSkip.js';
import { coreCatalogue } from '../operations/coreCatalogue.js';
import { decisionRecord } from '../operations/decision/decisionRecord.js';
import { evidenceRun } from '../operations/evidence/evidenceRun.js';
import type { AnyOperation } from '../operations/operation.js';
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
import { offeredWith } from './availability.js';
import { contextKeys } from './contextKeys.js';
import type { Fragment } from './fragment.js';
import {
  declareCommands,
  declareMenus,
  declareView,
  glossaryLink,
  type MenuAct,
  type OwnCommands,
  obstaclePages,
  repositoryIs,
  rowKey,
  welcomePage,
} from './viewParts.js';

const openWords = new Set(listedNames.filter(name => name !== 'nextActions').map(name => listedFacts(name).word));

const inNow = 'view == stateroom.now';
const withTask = `${inNow} && ${contextKeys.nowTask}`;

function row(...traits: string[]): string {
  return [inNow, ...traits.map(trait => `viewItem =~ /^now ${trait}/`)].join(' && ');
}

const ownCommands: OwnCommands = {
  'now.refresh': { title: 'Refresh Now', icon: 'refresh', palette: offeredWith.store },
  'now.chooseTask': { title: 'Choose Task', asks: true, icon: 'list-selection', palette: offeredWith.liveTask },
  'now.followWorkTree': {
    title: 'Show Task of This Worktree',
    menuTitle: 'Back to This Worktree',
    palette: contextKeys.nowTask,
  },
  'now.openWorkTree': {
    title: 'Open Task Worktree',
    menuTitle: 'Open Worktree',
    icon: 'empty-window',
    palette: offeredWith.liveTask,
  },
  'now.markSeen': {
    title: 'Mark Changes as Seen',
    menuTitle: 'Mark as Seen',
    icon: 'check-all',
    palette: offeredWith.store,
  },
  'now.openPlan': { title: 'Open Plan', menuTitle: 'Open', icon: 'go-to-file', palette: contextKeys.nowTask },
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

/** Operations that change the records of a task of which Now shows the open rows alone. */
const openActs = coreCatalogue.filter(operation => operation.effect === 'write' && openWords.has(wordOf(operation)));

function wordOf({ name }: AnyOperation): string {
  return name.split('.')[0] ?? '';
}

function isAdd({ name }: AnyOperation): boolean {
  return name.endsWith('.add');
}

const titleActs: readonly MenuAct[] = [
  [taskStart, `${inNow} && !${contextKeys.nowTask}`, 'navigation@1'],
  [evidenceRun, withTask, 'navigation@1'],
  ['now.chooseTask', `${inNow} && ${offeredWith.liveTask}`, 'navigation@2'],
  ['now.refresh', inNow, 'navigation@3'],
  [taskStart, withTask, '1_task@1'],
  [taskFinish, withTask, '1_task@2'],
  [sliceStart, withTask, '2_work@1'],
  [sliceClose, withTask, '2_work@2'],
  [actionAdd, withTask, '2_work@3'],
  ...openActs.filter(isAdd).map((operation): MenuAct => [operation, withTask, '2_work@4']),
  [decisionRecord, withTask, '2_work@5'],
  [reviewStart, withTask, '3_review@1'],
  [planRegister, withTask, '3_review@2'],
];

const rowActs: readonly MenuAct[] = [
  ['now.markSeen', row('section:changes'), 'inline@1', '1_act@1'],
  [taskFinish, row('task '), 'inline@1', '1_act@3'],
  [taskShow, row('(task|otherTask) '), '0_open@1'],
  ['now.openWorkTree', row('(task|otherTask) '), '0_open@2'],
  [taskSwitch, row('otherTask '), '1_act@2'],
  ['now.followWorkTree', row('task .*chosen'), '1_act@1'],
  [taskUpdate, row('(task|focus)'), '1_act@2'],
  [taskArchive, row('(task|otherTask) '), '2_end@1'],
  ['now.openWorkTree', row('otherTask '), 'inline@1'],
  ['now.openPlan', row('section:plan'), 'inline@1', '0_open@1'],
  [planSync, row('section:plan'), '1_act@1'],
  [planAnalyse, row('section:plan'), '1_act@2'],
  [planAccept, row('section:plan'), '1_act@3'],
  [sliceStart, row('section:slices'), 'inline@1', '1_act@1'],
  [sliceClose, row('slice status:(open|committed)'), 'inline@1', '1_act@2'],
  [sliceCommit, row('slice status:(open|committed)'), '1_act@1'],
  [slicePacket, row('slice '), '0_open@1'],
  [actionAdd, row('section:actions'), 'inline@1', '1_act@1'],
  [actionComplete, row('nextAction status:pending'), '1_act@1'],
  [actionSkip, row('nextAction status:pending'), '1_act@2'],
  ...openActs.filter(one => !isAdd(one)).map((one): MenuAct => [one, row(wordOf(one)), 'inline@1', '1_act@1']),
  ...openActs.filter(isAdd).map((one): MenuAct => [one, row(`section:${wordOf(one)}s`), 'inline@1', '1_act@1']),
];

export const nowFragment: Fragment = {
  contributes: {
    views: declareView('now', 'Now', 2, 'collapsed'),
    viewsWelcome: [
      welcomePage(
        'now',
        'now.noTask',
        `!${contextKeys.restricted} && (${repositoryIs('absent', 'ready')})`,
        `No task on this branch. A task tracks work on one branch through small steps (slices) and checks (gates).\n[Start Task…](command:stateroom.task.start) · ${glossaryLink}`,
      ),
      ...obstaclePages('now', {
        noRepository: 'Tasks need a git repository. Open a folder in one.',
        restricted: 'In Restricted Mode, git does not run, so the task of this worktree is unknown.',
        broken: 'Cannot show the current work in this repository.',
      }),
    ],
    commands: declareCommands(ownCommands),
    // The editor has no key for a row's check box.
    keybindings: [rowKey('now', 'space', 'stateroom.now.tick')],
    menus: declareMenus(ownCommands, {
      'editor/title': [['slice.closeDraft', contextKeys.sliceDraft, 'navigation@1']],
      'view/title': titleActs,
      'view/item/context': rowActs,
    }),
  },
};
