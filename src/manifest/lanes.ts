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
import { inLanes, type LaneActFacts, lane, laneActs, need, open, talkActs } from './laneActs.js';
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
  welcomePage,
} from './viewParts.js';

const acts: readonly (readonly [command: string, facts: LaneActFacts])[] = Object.entries({
  ...laneActs,
  ...talkActs,
}).map(([act, facts]) => [`stateroom.lane.${act}`, facts]);

const ownCommands: readonly OwnCommand[] = acts.map(([command, { title, icon, palette, inRestrictedMode }]) => ({
  command,
  title,
  ...(icon === undefined ? {} : { icon: `$(${icon})` }),
  palette: palette === false ? 'false' : offeredWith[palette],
  ...(inRestrictedMode ? {} : { enablement: whereWritable }),
}));

/** The places of the acts in one menu. */
function placesIn(menu: 'titleBar' | 'rows'): readonly MenuAct[] {
  return acts.flatMap(([command, facts]) => (facts[menu] ?? []).map(place => ({ command, ...place })));
}

const rowActs: readonly MenuAct[] = [
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
  { command: commandOf(laneUpdate), when: lane(open), group: '4_care@1' },
  { command: commandOf(laneClean), when: lane(open), group: '4_care@2' },
  { command: commandOf(workerRestore), when: lane('status:closed'), group: '1_act@5' },
];

const needActs: readonly MenuAct[] = [
  ...both(commandOf(workerApprove), need('kind:approval')),
  ...both(commandOf(workerMerge), need('kind:merge')),
  ...both(commandOf(workerRetry), need('kind:failure')),
  ...both(commandOf(laneUpdate), need('kind:blocked')),
  ...both(commandOf(reportAcknowledge), need('kind:report')),
  { command: commandOf(workerRequestChanges), when: need('kind:(approval|merge)'), group: '1_act@2' },
  { command: commandOf(workerRestore), when: need('kind:failure'), group: '1_act@2' },
  { command: commandOf(messageSend), when: need('ofLane'), group: '3_talk@1' },
  { command: commandOf(workerCancel), when: need('kind:(conflict|dead)'), group: '9_end@1' },
];

const titleActs: readonly MenuAct[] = [
  { command: commandOf(workerSpawn), when: inLanes, group: 'navigation@1' },
  { command: commandOf(laneRepair), when: inLanes, group: '1_act@1' },
  { command: commandOf(laneAdopt), when: inLanes, group: '1_act@2' },
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
      'view/title': [...titleActs, ...placesIn('titleBar')],
      'view/item/context': [
        ...placesIn('rows'),
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
