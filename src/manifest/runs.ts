import { commandOf } from '../operations/commandOf.js';
import { runClose } from '../operations/run/runClose.js';
import { runCommand } from '../operations/run/runCommand.js';
import { runEvidence } from '../operations/run/runEvidence.js';
import { runExport } from '../operations/run/runExport.js';
import { runHypothesize } from '../operations/run/runHypothesize.js';
import { runLearn } from '../operations/run/runLearn.js';
import { runReopen } from '../operations/run/runReopen.js';
import { runResolve } from '../operations/run/runResolve.js';
import { runShow } from '../operations/run/runShow.js';
import { runStart } from '../operations/run/runStart.js';
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
  rowsOf,
  welcomePage,
} from './viewParts.js';

const inRuns = 'view == stateroom.investigations';

/** Rows with all of these traits (see `present/runRows.ts`). */
const run = rowsOf('investigations', 'run ');
const active = run('status:active');
const hypothesis = rowsOf('investigations', 'hypothesis ')('of:active');
const group = (name: string): string => rowsOf('investigations', `runGroup:${name}`)('of:active');
/** Rows with their own id. */
const anyRow = rowsOf('investigations', '(run |hypothesis|runEvidence|runCommand|runLearning)')();

const ownCommands: OwnCommands = {
  'runs.refresh': { title: 'Refresh Investigations', icon: 'refresh', palette: offeredWith.store },
  'runs.copyReference': { title: 'Copy Investigation Reference', menuTitle: 'Copy Reference' },
};

const rowActs: readonly MenuAct[] = [
  [runHypothesize, active, 'inline@1', '1_act@1'],
  [runShow, run(), '0_open@1'],
  [runEvidence, active, '1_act@2'],
  [runCommand, active, '1_act@3'],
  [runLearn, active, '1_act@4'],
  [runClose, active, 'inline@2', '2_end@1'],
  [runReopen, run('status:closed'), 'inline@1', '2_end@1'],
  [runExport, run(), '3_export@1'],
  [runResolve, hypothesis, 'inline@1', '1_act@1'],
  [runEvidence, hypothesis, 'inline@2', '1_act@2'],
  [runEvidence, group('evidence'), 'inline@1', '1_act@1'],
  [runCommand, group('commands'), '1_act@1'],
  [runLearn, group('learnings'), '1_act@1'],
  ['runs.copyReference', anyRow, 'copy>1@1'],
  ['copyLink', run(), 'copy>1@2'],
];

const titleActs: readonly MenuAct[] = [
  [runStart, inRuns, 'navigation@1'],
  ['runs.refresh', inRuns, 'navigation@2'],
];

export const runsFragment: Fragment = {
  contributes: {
    views: declareView('investigations', 'Investigations', 2, 'collapsed'),
    viewsWelcome: [
      welcomePage(
        'investigations',
        'investigations.empty',
        `!${contextKeys.restricted} && (${repositoryIs('absent', 'ready')})`,
        `No investigations yet. An investigation keeps a question with its hypotheses, evidence and what was learned.\n[Start Investigation…](command:${commandOf(runStart)}) · ${glossaryLink}`,
      ),
      ...obstaclePages('investigations', {
        noRepository: 'Investigations need a git repository. Open a folder in one.',
        restricted: 'No investigations. In Restricted Mode, Stateroom cannot start one.',
        broken: 'Cannot show the investigations of this repository.',
      }),
    ],
    commands: declareCommands(ownCommands),
    menus: declareMenus(ownCommands, { 'view/title': titleActs, 'view/item/context': rowActs }),
  },
};
