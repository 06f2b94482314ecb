import { laneAdopt } from '../operations/lane/laneAdopt.js';
import { laneClean } from '../operations/lane/laneClean.js';
import { laneClose } from '../operations/lane/laneClose.js';
import { laneMarkReviewed } from '../operations/lane/laneMarkReviewed.js';
import { laneRecordMerged } from '../operations/lane/laneRecordMerged.js';
import { laneRepair } from '../operations/lane/laneRepair.js';
import { laneUpdate } from '../operations/lane/laneUpdate.js';
import { messageSend } from '../operations/lane/message/messageSend.js';
import { workerApprove } from '../operations/lane/worker/workerApprove.js';
import { workerCancel } from '../operations/lane/worker/workerCancel.js';
import { workerMerge } from '../operations/lane/worker/workerMerge.js';
import { workerRepairMerge } from '../operations/lane/worker/workerRepairMerge.js';
import { workerRequestChanges } from '../operations/lane/worker/workerRequestChanges.js';
import { workerRestore } from '../operations/lane/worker/workerRestore.js';
import { workerRetry } from '../operations/lane/worker/workerRetry.js';
import { workerSpawn } from '../operations/lane/worker/workerSpawn.js';
import { offeredWith } from './availability.js';
import { contextKeys } from './contextKeys.js';
import { type Fragment, localised } from './fragment.js';
import { alive, allLaneActs, gone, inLanes, type LaneActFacts, lane, open } from './laneActs.js';
import {
  declareCommands,
  declareMenus,
  declareView,
  glossaryLink,
  type MenuAct,
  type OwnCommands,
  obstaclePages,
  repositoryIs,
  rowChord,
  rowKey,
  rowsOf,
  welcomePage,
} from './viewParts.js';

const acts: readonly (readonly [name: string, facts: LaneActFacts])[] = Object.entries(allLaneActs).map(
  ([act, facts]) => [`lane.${act}`, facts],
);

const ownCommands: OwnCommands = Object.fromEntries(
  acts.map(([name, { palette, inRestrictedMode, titleBar, rows, ...facts }]) => [
    name,
    { ...facts, palette: palette && offeredWith[palette], writes: inRestrictedMode !== true },
  ]),
);

function placesIn(menu: 'titleBar' | 'rows'): readonly MenuAct[] {
  return acts.flatMap(([name, facts]) => (facts[menu] ?? []).map((place): MenuAct => [name, ...place]));
}

const rowActs: readonly MenuAct[] = [
  [workerApprove, lane(open, 'state:IN_REVIEW'), 'inline@1', '1_act@1'],
  [workerMerge, lane(open, 'state:APPROVED'), 'inline@1', '1_act@2'],
  [laneRecordMerged, lane(open, 'mergedElsewhere'), '1_act@2'],
  [workerRequestChanges, lane(open, 'state:(IN_REVIEW|APPROVED)'), '1_act@3'],
  [workerRepairMerge, lane(open, 'state:(CONFLICTED|IN_REVIEW|APPROVED)'), 'more>2_care@4'],
  [workerRestore, lane('status:closed'), 'inline@1', '1_act@5'],
  [workerRetry, lane(open, 'state:FAILED'), 'inline@1', '1_act@4'],
  [workerRetry, lane('status:closed', 'state:FAILED'), '1_act@4'],
  [workerRetry, lane(open, gone), '1_act@4'],
  [workerRestore, lane(open, 'state:FAILED'), '1_act@5'],
  [workerCancel, lane(open, gone), '1_act@6'],
  [workerCancel, lane(open, alive('ASSIGNED|WORKING|CONFLICTED|IN_REVIEW|APPROVED|FAILED')), '9_end@1'],
  [laneMarkReviewed, lane(open), 'changes>2@1'],
  [laneClose, lane(open), 'more>9_end@1'],
  [messageSend, lane(open), '3_talk@1'],
  [laneUpdate, lane(open), 'more>2_care@1'],
  [laneClean, lane(open), 'more>2_care@2'],
];

const titleActs: readonly MenuAct[] = [
  [workerSpawn, inLanes, 'navigation@1'],
  [laneRepair, inLanes, '1_act@1'],
  [laneAdopt, inLanes, '1_act@2'],
];

export const lanesFragment: Fragment = {
  contributes: {
    views: declareView('lanes', 'Lanes', 2),
    viewsWelcome: [
      welcomePage(
        'lanes',
        'lanes.empty',
        `!${contextKeys.restricted} && (${repositoryIs('absent', 'ready')})`,
        `No lanes yet. A lane is a branch with its own worktree, port and paths, in which one agent works alongside the others.\n[New Lane…](command:stateroom.worker.spawn) · ${glossaryLink}`,
      ),
      ...obstaclePages('lanes', {
        noRepository: 'Lanes need a git repository. Open a folder in one.',
        restricted: 'No lanes. In Restricted Mode, Stateroom cannot open lanes.',
        broken: 'Cannot show the lanes of this repository.',
      }),
    ],
    commands: declareCommands(ownCommands),
    keybindings: [
      ...rowChord('lanes', 'c', 'stateroom.lane.showChanges'),
      ...rowChord('lanes', 't', 'stateroom.lane.openTerminal'),
      ...rowChord('lanes', 'o', 'stateroom.lane.openWorkTree'),
      rowKey('lanes', 'space', 'stateroom.lane.toggleViewed'),
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
    menus: declareMenus(ownCommands, {
      'view/title': [...titleActs, ...placesIn('titleBar')],
      'view/item/context': [
        ...placesIn('rows'),
        ...rowActs,
        [
          workerSpawn,
          rowsOf('queue|needsYou', 'workItem')('section:(ready|in_flight|needs_you|blocked|scheduled)'),
          'more>3_work@3',
        ],
      ],
    }),
  },
};
