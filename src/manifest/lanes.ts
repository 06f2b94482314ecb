import { commandOf } from '../operations/commandOf.js';
import { laneAdopt } from '../operations/lane/laneAdopt.js';
import { laneClean } from '../operations/lane/laneClean.js';
import { laneClose } from '../operations/lane/laneClose.js';
import { laneRepair } from '../operations/lane/laneRepair.js';
import { laneUpdate } from '../operations/lane/laneUpdate.js';
import { messageSend } from '../operations/lane/message/messageSend.js';
import { reportAcknowledge } from '../operations/lane/report/reportAcknowledge.js';
import { workerApprove } from '../operations/lane/worker/workerApprove.js';
import { workerCancel } from '../operations/lane/worker/workerCancel.js';
import { workerMerge } from '../operations/lane/worker/workerMerge.js';
import { workerRepairMerge } from '../operations/lane/worker/workerRepairMerge.js';
import { workerRequestChanges } from '../operations/lane/worker/workerRequestChanges.js';
import { workerRestore } from '../operations/lane/worker/workerRestore.js';
import { workerRetry } from '../operations/lane/worker/workerRetry.js';
import { workerSpawn } from '../operations/lane/worker/workerSpawn.js';
import { offeredWith, whereWritable } from './availability.js';
import { contextKeys } from './contextKeys.js';
import { type Fragment, localised } from './fragment.js';
import {
  both,
  declareCommands,
  declarePalette,
  declareView,
  type MenuAct,
  type OwnCommand,
  obstaclePages,
  repositoryIs,
  rowChord,
  rowsOf,
  welcomePage,
} from './viewParts.js';

const inLanes = 'view == stateroom.lanes';

/** Rows of lanes with all of these traits (see laneViewRow). */
const lane = rowsOf('lanes', 'lane ');

/** Rows of what waits for a person (see needRow). */
function need(...traits: string[]): string {
  return [inLanes, 'viewItem =~ /^need /', ...traits.map(trait => `viewItem =~ /${trait}/`)].join(' && ');
}

const open = 'status:(planned|active|blocked|review)';
const file = `${inLanes} && viewItem =~ /^lanePart file/`;

const ownCommands: readonly OwnCommand[] = [
  { command: 'stateroom.lane.refresh', title: 'Refresh Lanes', icon: '$(refresh)', palette: offeredWith.store },
  {
    command: 'stateroom.lane.showChanges',
    title: 'Show Lane Changes',
    icon: '$(diff-multiple)',
    palette: offeredWith.lanes,
    enablement: whereWritable,
  },
  {
    command: 'stateroom.lane.showChange',
    title: 'Show Change',
    icon: '$(diff)',
    palette: 'false',
    enablement: whereWritable,
  },
  { command: 'stateroom.lane.openFile', title: 'Open File', icon: '$(go-to-file)', palette: 'false' },
  {
    command: 'stateroom.lane.openTerminal',
    title: 'Open Lane Terminal',
    icon: '$(terminal)',
    palette: offeredWith.lanes,
    enablement: whereWritable,
  },
  {
    command: 'stateroom.lane.startAgent',
    title: 'Start Agent in Lane…',
    icon: '$(play)',
    palette: offeredWith.lanes,
    enablement: whereWritable,
  },
  {
    command: 'stateroom.lane.openWorkTree',
    title: 'Open Lane in New Window',
    icon: '$(empty-window)',
    palette: offeredWith.lanes,
    enablement: whereWritable,
  },
  { command: 'stateroom.lane.copyBranch', title: 'Copy Branch Name', palette: offeredWith.lanes },
  {
    command: 'stateroom.lane.answer',
    title: 'Answer Question…',
    icon: '$(reply)',
    palette: offeredWith.lanes,
    enablement: whereWritable,
  },
  { command: 'stateroom.lane.showMessages', title: 'Show Messages…', icon: '$(mail)', palette: offeredWith.lanes },
  { command: 'stateroom.lane.showReports', title: 'Show Reports…', icon: '$(note)', palette: offeredWith.lanes },
  {
    command: 'stateroom.lane.showRescues',
    title: 'Show Backups…',
    icon: '$(archive)',
    palette: offeredWith.lanes,
    enablement: whereWritable,
  },
  { command: 'stateroom.lane.reveal', title: 'Reveal Lane', palette: offeredWith.lanes },
  { command: 'stateroom.lane.showPage', title: 'Show Lane', palette: offeredWith.lanes },
];

const rowActs: readonly MenuAct[] = [
  { command: 'stateroom.lane.showChanges', when: lane(open), group: 'inline@2' },
  { command: 'stateroom.lane.openTerminal', when: lane(open), group: 'inline@3' },
  { command: 'stateroom.lane.showChanges', when: lane(open), group: '0_open@1' },
  { command: 'stateroom.lane.openTerminal', when: lane(open), group: '0_open@2' },
  { command: 'stateroom.lane.startAgent', when: lane(open, 'state:(ASSIGNED|WORKING|CONFLICTED)'), group: '0_open@3' },
  { command: 'stateroom.lane.openWorkTree', when: lane(open), group: '0_open@4' },
  { command: commandOf(workerApprove), when: lane(open, 'state:IN_REVIEW'), group: 'inline@1' },
  { command: commandOf(workerMerge), when: lane(open, 'state:APPROVED'), group: 'inline@1' },
  { command: commandOf(workerApprove), when: lane(open, 'state:IN_REVIEW'), group: '1_act@1' },
  { command: commandOf(workerMerge), when: lane(open, 'state:APPROVED'), group: '1_act@2' },
  { command: commandOf(workerRequestChanges), when: lane(open, 'state:(IN_REVIEW|APPROVED)'), group: '1_act@3' },
  {
    command: commandOf(workerRepairMerge),
    when: lane(open, 'state:(CONFLICTED|IN_REVIEW|APPROVED)'),
    group: '2_repair@1',
  },
  { command: commandOf(workerRestore), when: lane('status:closed'), group: 'inline@1' },
  { command: commandOf(workerRetry), when: lane(open, 'state:FAILED'), group: 'inline@1' },
  { command: commandOf(workerRetry), when: lane(open, 'state:FAILED'), group: '1_act@4' },
  { command: commandOf(workerRetry), when: lane('status:closed', 'state:FAILED'), group: '1_act@4' },
  { command: commandOf(workerRestore), when: lane(open, 'state:FAILED'), group: '1_act@5' },
  {
    command: commandOf(workerCancel),
    when: lane(open, 'state:(ASSIGNED|WORKING|CONFLICTED|IN_REVIEW|APPROVED)'),
    group: '9_end@1',
  },
  { command: commandOf(laneClose), when: lane(open), group: '9_end@2' },
  { command: commandOf(messageSend), when: lane(open), group: '3_talk@1' },
  { command: 'stateroom.lane.showMessages', when: lane(open), group: '3_talk@2' },
  { command: 'stateroom.lane.showReports', when: lane(), group: '3_talk@3' },
  { command: commandOf(laneUpdate), when: lane(open), group: '4_care@1' },
  { command: commandOf(laneClean), when: lane(open), group: '4_care@2' },
  { command: 'stateroom.lane.showRescues', when: lane(), group: '4_care@3' },
  { command: commandOf(workerRestore), when: lane('status:closed'), group: '1_act@5' },
  { command: 'stateroom.lane.showPage', when: lane(), group: '0_open@9' },
  { command: 'stateroom.lane.copyBranch', when: lane(), group: '5_copy@1' },
  { command: 'stateroom.lane.openFile', when: file, group: 'inline@1' },
  { command: 'stateroom.lane.showChange', when: file, group: '0_open@1' },
  { command: 'stateroom.lane.openFile', when: file, group: '0_open@2' },
];

const needActs: readonly MenuAct[] = [
  ...both('stateroom.lane.answer', need('kind:question')),
  ...both(commandOf(workerApprove), need('kind:approval')),
  ...both(commandOf(workerMerge), need('kind:merge')),
  ...both('stateroom.lane.openTerminal', need('kind:(conflict|dead)')),
  ...both(commandOf(workerRetry), need('kind:failure')),
  ...both(commandOf(laneUpdate), need('kind:blocked')),
  ...both(commandOf(reportAcknowledge), need('kind:report')),
  { command: commandOf(workerRequestChanges), when: need('kind:(approval|merge)'), group: '1_act@2' },
  { command: 'stateroom.lane.startAgent', when: need('kind:(conflict|dead)'), group: '1_act@2' },
  { command: commandOf(workerRestore), when: need('kind:failure'), group: '1_act@2' },
  { command: 'stateroom.lane.showReports', when: need('kind:report'), group: '1_act@2' },
  {
    command: 'stateroom.lane.showChanges',
    when: need('kind:(approval|merge|conflict|failure|dead)'),
    group: '0_open@1',
  },
  { command: 'stateroom.lane.reveal', when: need('ofLane'), group: '0_open@2' },
  { command: commandOf(messageSend), when: need('ofLane'), group: '3_talk@1' },
  { command: commandOf(workerCancel), when: need('kind:(conflict|dead)'), group: '9_end@1' },
];

const titleActs: readonly MenuAct[] = [
  { command: commandOf(workerSpawn), when: inLanes, group: 'navigation@1' },
  { command: 'stateroom.lane.refresh', when: inLanes, group: 'navigation@2' },
  { command: commandOf(laneRepair), when: inLanes, group: '1_act@1' },
  { command: commandOf(laneAdopt), when: inLanes, group: '1_act@2' },
  { command: 'stateroom.lane.showMessages', when: `${inLanes} && ${offeredWith.lanes}`, group: '2_talk@1' },
  { command: 'stateroom.lane.showReports', when: `${inLanes} && ${offeredWith.lanes}`, group: '2_talk@2' },
  { command: 'stateroom.lane.showRescues', when: `${inLanes} && ${offeredWith.lanes}`, group: '2_talk@3' },
];

/** The Lanes view and everything around it. */
export const lanesFragment: Fragment = {
  contributes: {
    views: declareView('lanes', 'Lanes'),
    viewsWelcome: [
      welcomePage(
        'lanes',
        'lanes.empty',
        `!${contextKeys.restricted} && (${repositoryIs('absent', 'ready')})`,
        'No lanes yet. A lane is a branch with its own worktree, port and paths, in which one agent works alongside the others.\n[Spawn Worker](command:stateroom.worker.spawn)',
      ),
      ...obstaclePages('lanes', {
        noRepository: 'Lanes need a git repository. Open a folder in one.',
        restricted: 'No lanes. In Restricted Mode, Stateroom cannot open lanes.',
        broken: 'Cannot show the lanes of this repository.',
      }),
    ],
    commands: declareCommands(ownCommands),
    keybindings: [
      ...rowChord('lanes', 'd', 'stateroom.lane.showChanges'),
      ...rowChord('lanes', 't', 'stateroom.lane.openTerminal'),
      ...rowChord('lanes', 'o', 'stateroom.lane.openWorkTree'),
    ],
    colors: [
      {
        id: 'stateroom.claimedForeground',
        description: localised('color.claimedForeground', 'Names of files that a lane owns.'),
        defaults: {
          dark: 'charts.blue',
          light: 'charts.blue',
          highContrast: 'charts.blue',
          highContrastLight: 'charts.blue',
        },
      },
    ],
    menus: {
      commandPalette: declarePalette(ownCommands),
      'view/title': titleActs,
      'view/item/context': [
        ...rowActs,
        ...needActs,
        {
          command: commandOf(workerSpawn),
          when: `view == stateroom.queue && viewItem =~ /^workItem/ && viewItem =~ /section:(ready|in_flight|needs_you)/`,
          group: '4_lane@1',
        },
      ],
    },
  },
};
