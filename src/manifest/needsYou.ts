import { blockerResolve } from '../operations/blocker/blockerResolve.js';
import { laneRecordMerged } from '../operations/lane/laneRecordMerged.js';
import { laneUpdate } from '../operations/lane/laneUpdate.js';
import { messageSend } from '../operations/lane/message/messageSend.js';
import { reportAcknowledge } from '../operations/lane/report/reportAcknowledge.js';
import { workerApprove } from '../operations/lane/worker/workerApprove.js';
import { workerCancel } from '../operations/lane/worker/workerCancel.js';
import { workerMerge } from '../operations/lane/worker/workerMerge.js';
import { workerRequestChanges } from '../operations/lane/worker/workerRequestChanges.js';
import { workerRestore } from '../operations/lane/worker/workerRestore.js';
import { workerRetry } from '../operations/lane/worker/workerRetry.js';
import { workerSpawn } from '../operations/lane/worker/workerSpawn.js';
import { offeredWith } from './availability.js';
import { contextKeys } from './contextKeys.js';
import type { Fragment } from './fragment.js';
import { need } from './laneActs.js';
import { inDiff } from './submenus.js';
import {
  chord,
  declareCommands,
  declareMenus,
  declareView,
  glossaryLink,
  type MenuAct,
  type OwnCommands,
  obstaclePages,
  repositoryIs,
  rowsOf,
  welcomePage,
} from './viewParts.js';

/** Rows of waiting work items whose lanes have all ended, by the act that continues them. */
const ended = (act: string): string => rowsOf('needsYou', 'workItem')(`act:${act}`);

/** Acts on each need. Acts on lanes outside the catalogue are in `laneActs`, those on work items with the queue. */
const rowActs: readonly MenuAct[] = [
  [blockerResolve, need('kind:blocker'), 'inline@1', '1_act@1'],
  [workerApprove, need('kind:approval'), 'inline@1', '1_act@1'],
  [workerMerge, need('kind:merge'), 'inline@1', '1_act@1'],
  [workerRetry, need('kind:failure'), 'inline@1', '1_act@1'],
  [workerRetry, need('kind:dead'), 'inline@2', '1_act@1'],
  [workerCancel, need('kind:dead'), 'inline@3', '1_act@3'],
  [laneUpdate, need('kind:blocked'), 'inline@1', '1_act@1'],
  [reportAcknowledge, need('kind:report'), 'inline@1', '1_act@1'],
  [laneRecordMerged, need('kind:question', 'mergedElsewhere'), 'inline@2', '1_act@2'],
  [workerRequestChanges, need('kind:(approval|merge|unready)'), '1_act@2'],
  [workerRestore, need('kind:failure'), '1_act@2'],
  [messageSend, need('ofLane'), '3_talk@1'],
  [workerCancel, need('kind:(conflict|failure|changes|unstarted|alert)'), '9_end@1'],
  [workerSpawn, ended('(queue\\.resolve|task\\.finish|worker\\.retry)'), 'inline@3'],
  [workerRetry, ended('worker\\.retry'), 'inline@2', '1_act@6'],
];

const ownCommands: OwnCommands = {
  next: { title: 'Go to Next in Needs You', icon: 'arrow-circle-right', palette: offeredWith.store },
};

/** Home, pages of records and diffs of lanes: the tabs in which needs are met. */
const meetsNeeds = [`activeWebviewPanelId =~ /^stateroom\\.(dashboard|record)$/`, inDiff].map(
  tab => `${contextKeys.enabled} && ${tab}`,
);

export const needsYouFragment: Fragment = {
  contributes: {
    views: declareView('needsYou', 'Needs You', 1),
    viewsWelcome: [
      welcomePage(
        'needsYou',
        'needsYou.none',
        `!${contextKeys.restricted} && !${contextKeys.needsYou} && (${repositoryIs('absent', 'ready')})`,
        `Nothing needs your attention. Open findings, blockers, questions of agents, work to review or merge, and stopped workers appear here. ${glossaryLink}\n[Open Home](command:stateroom.dashboard.open)`,
      ),
      ...obstaclePages('needsYou', {
        noRepository: 'Open a folder in a git repository to see what needs you.',
        restricted: 'Nothing needs your attention. In Restricted Mode, Stateroom changes nothing.',
        broken: 'Cannot show what needs you in this repository.',
      }),
    ],
    commands: declareCommands(ownCommands),
    keybindings: [chord('y', 'stateroom.needsYou.focus'), chord('space', 'stateroom.next')],
    menus: declareMenus(ownCommands, {
      'view/item/context': rowActs,
      'view/title': [
        ['next', `view == stateroom.needsYou && ${contextKeys.enabled}`, 'navigation@1'],
        ['dashboard.open', 'view == stateroom.needsYou', 'navigation@2'],
      ],
      'editor/title': meetsNeeds.map((when): MenuAct => ['next', when, 'navigation@8']),
    }),
  },
};
