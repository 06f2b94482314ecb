import { offeredWith } from './availability.js';
import { contextKeys } from './contextKeys.js';
import { type Fragment, localised } from './fragment.js';
import { inLanes, type LaneActFacts, lane, laneActs, need, open, talkActs } from './laneActs.js';
import {
  declareCommands,
  declareMenus,
  declareView,
  type MenuAct,
  type OwnCommands,
  obstaclePages,
  repositoryIs,
  rowChord,
  welcomePage,
} from './viewParts.js';

const acts: readonly (readonly [name: string, facts: LaneActFacts])[] = Object.entries({
  ...laneActs,
  ...talkActs,
}).map(([act, facts]) => [`lane.${act}`, facts]);

const ownCommands: OwnCommands = Object.fromEntries(
  acts.map(([name, { title, icon, palette, inRestrictedMode }]) => [
    name,
    { title, icon, palette: palette && offeredWith[palette], writes: inRestrictedMode !== true },
  ]),
);

/** The places of the acts in one menu. */
function placesIn(menu: 'titleBar' | 'rows'): readonly MenuAct[] {
  return acts.flatMap(([name, facts]) => (facts[menu] ?? []).map((place): MenuAct => [name, ...place]));
}

const rowActs: readonly MenuAct[] = [
  ['worker.approve', lane(open, 'state:IN_REVIEW'), 'inline@1', '1_act@1'],
  ['worker.merge', lane(open, 'state:APPROVED'), 'inline@1', '1_act@2'],
  ['worker.requestChanges', lane(open, 'state:(IN_REVIEW|APPROVED)'), '1_act@3'],
  ['worker.repairMerge', lane(open, 'state:(CONFLICTED|IN_REVIEW|APPROVED)'), '2_repair@1'],
  ['worker.restore', lane('status:closed'), 'inline@1', '1_act@5'],
  ['worker.retry', lane(open, 'state:FAILED'), 'inline@1', '1_act@4'],
  ['worker.retry', lane('status:closed', 'state:FAILED'), '1_act@4'],
  ['worker.restore', lane(open, 'state:FAILED'), '1_act@5'],
  ['worker.cancel', lane(open, 'state:(ASSIGNED|WORKING|CONFLICTED|IN_REVIEW|APPROVED)'), '9_end@1'],
  ['lane.close', lane(open), '9_end@2'],
  ['message.send', lane(open), '3_talk@1'],
  ['lane.update', lane(open), '4_care@1'],
  ['lane.clean', lane(open), '4_care@2'],
];

const needActs: readonly MenuAct[] = [
  ['worker.approve', need('kind:approval'), 'inline@1', '1_act@1'],
  ['worker.merge', need('kind:merge'), 'inline@1', '1_act@1'],
  ['worker.retry', need('kind:failure'), 'inline@1', '1_act@1'],
  ['lane.update', need('kind:blocked'), 'inline@1', '1_act@1'],
  ['report.acknowledge', need('kind:report'), 'inline@1', '1_act@1'],
  ['worker.requestChanges', need('kind:(approval|merge)'), '1_act@2'],
  ['worker.restore', need('kind:failure'), '1_act@2'],
  ['message.send', need('ofLane'), '3_talk@1'],
  ['worker.cancel', need('kind:(conflict|dead)'), '9_end@1'],
];

const titleActs: readonly MenuAct[] = [
  ['worker.spawn', inLanes, 'navigation@1'],
  ['lane.repair', inLanes, '1_act@1'],
  ['lane.adopt', inLanes, '1_act@2'],
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
    menus: declareMenus(ownCommands, {
      'view/title': [...titleActs, ...placesIn('titleBar')],
      'view/item/context': [
        ...placesIn('rows'),
        ...rowActs,
        ...needActs,
        [
          'worker.spawn',
          `view == stateroom.queue && viewItem =~ /^workItem/ && viewItem =~ /section:(ready|in_flight|needs_you)/`,
          '4_lane@1',
        ],
      ],
    }),
  },
};
