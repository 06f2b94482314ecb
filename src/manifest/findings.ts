import { type FindingSeverity, findingSeverities } from '../domain/finding/findingSeverity.js';
import { endedStatuses } from '../domain/finding/findingStatus.js';
import { capitalised } from '../domain/text/capitalised.js';
import { commandOf } from '../operations/commandOf.js';
import { findingDefer } from '../operations/finding/findingDefer.js';
import { findingExport } from '../operations/finding/findingExport.js';
import { findingFix } from '../operations/finding/findingFix.js';
import { findingImport } from '../operations/finding/findingImport.js';
import { findingRecord } from '../operations/finding/findingRecord.js';
import { findingReopen } from '../operations/finding/findingReopen.js';
import { findingReply } from '../operations/finding/findingReply.js';
import { findingShow } from '../operations/finding/findingShow.js';
import { findingWontfix } from '../operations/finding/findingWontfix.js';
import { findingWorkItem } from '../operations/finding/findingWorkItem.js';
import { severityLooks } from '../present/severity.js';
import { offeredWith } from './availability.js';
import { contextKeys } from './contextKeys.js';
import { type Fragment, localised, type ManifestObject } from './fragment.js';
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
  rowsOf,
  welcomePage,
} from './viewParts.js';

const inFindings = 'view == stateroom.findings';

/** Rows of findings with all of these traits (see findingRow). */
const finding = rowsOf('findings', 'finding ');

const open = 'status:open';
const ended = `status:(${endedStatuses.join('|')})`;

const onceFound = { palette: offeredWith.finding, enablement: offeredWith.finding };

const ownCommands: OwnCommands = {
  'finding.openAtLine': {
    title: 'Open Finding at Line',
    menuTitle: 'Open at Line',
    icon: 'go-to-file',
    palette: offeredWith.finding,
  },
  'finding.askAgent': {
    title: 'Ask Agent to Fix Finding',
    menuTitle: 'Ask Agent to Fix',
    asks: true,
    icon: 'sparkle',
    palette: offeredWith.finding,
    writes: true,
  },
  'finding.refresh': { title: 'Refresh Findings', icon: 'refresh', palette: offeredWith.store },
  'finding.filter': { title: 'Filter Findings', asks: true, icon: 'filter', ...onceFound },
  'finding.filterAgain': { title: 'Change Findings Filter', asks: true, icon: 'filter-filled' },
  'finding.clearFilter': { title: 'Clear Findings Filter', icon: 'clear-all', palette: contextKeys.findingsFiltered },
  'finding.groupBySeverity': { title: 'Group Findings by Severity', ...onceFound },
  'finding.groupByFile': { title: 'Group Findings by File', ...onceFound },
  'finding.groupByRun': { title: 'Group Findings by Review Run', ...onceFound },
  'finding.copyReference': {
    title: 'Copy Finding Reference',
    menuTitle: 'Copy Reference',
    palette: offeredWith.finding,
  },
};

const rowActs: readonly MenuAct[] = [
  [findingFix, finding(open), 'inline@1', '1_act@1'],
  [findingReopen, finding(ended), 'inline@1', '1_act@4'],
  ['finding.openAtLine', finding(), '0_open@1'],
  [findingShow, finding(), '0_open@2'],
  ['finding.askAgent', finding(open), '1_act@0'],
  [findingDefer, finding(open), '1_act@2'],
  [findingWontfix, finding(open), '1_act@3'],
  [findingWorkItem, finding(open), '2_work@1'],
  [findingReply, finding(), '2_work@2'],
  ['finding.copyReference', finding(), 'copy>1@1'],
];

const inThread = (status: string): string =>
  `commentController =~ /^stateroom\\.(findings|review)$/ && commentThread =~ /^finding / && commentThread =~ /${status}/`;

const threadActs: readonly MenuAct[] = [
  ['finding.askAgent', inThread(open), 'inline@1'],
  [findingFix, inThread(open), 'inline@2'],
  [findingDefer, inThread(open), 'inline@3'],
  [findingWontfix, inThread(open), 'inline@4'],
  [findingReopen, inThread(ended), 'inline@5'],
];

function severityColor(severity: FindingSeverity): ManifestObject {
  const { themeColor, after } = severityLooks[severity].mark;
  return {
    id: themeColor,
    description: localised(
      `color.finding${capitalised(severity)}Foreground`,
      `Markers of ${severity}-severity findings, and names of files that have them.`,
    ),
    defaults: { dark: after, light: after, highContrast: after, highContrastLight: after },
  };
}

const groupBy = (name: string) => `${inFindings} && ${contextKeys.findingGrouping} != ${name}`;

const titleActs: readonly MenuAct[] = [
  [findingRecord, inFindings, 'navigation@1'],
  ['finding.filter', `${inFindings} && !${contextKeys.findingsFiltered}`, 'navigation@2'],
  ['finding.filterAgain', `${inFindings} && ${contextKeys.findingsFiltered}`, 'navigation@2'],
  ['finding.clearFilter', `${inFindings} && ${contextKeys.findingsFiltered}`, 'navigation@3'],
  ['finding.refresh', inFindings, 'navigation@4'],
  ['finding.groupBySeverity', groupBy('severity'), '2_group@1'],
  ['finding.groupByFile', groupBy('file'), '2_group@2'],
  ['finding.groupByRun', groupBy('run'), '2_group@3'],
  [findingImport, inFindings, '1_act@1'],
  [findingExport, inFindings, '1_act@2'],
];

export const findingsFragment: Fragment = {
  contributes: {
    // A small screen is too low for five open views, and findings are also shown in the code.
    views: declareView('findings', 'Findings', 2, 'collapsed'),
    viewsWelcome: [
      welcomePage(
        'findings',
        'findings.empty',
        `!${contextKeys.restricted} && !${contextKeys.findingsFiltered} && (${repositoryIs('absent', 'ready')})`,
        `No findings yet. Review comments appear here and in the code until they are fixed.\n[Record Finding…](command:stateroom.finding.record) · [Import Findings…](command:stateroom.finding.import) · ${glossaryLink}`,
      ),
      welcomePage(
        'findings',
        'findings.nothingFound',
        `${contextKeys.findingsFiltered} && ${repositoryIs('ready')}`,
        'No findings match the filter.\n[Clear Filter](command:stateroom.finding.clearFilter)\n[Change Filter…](command:stateroom.finding.filter)',
      ),
      ...obstaclePages('findings', {
        noRepository: 'Findings need a git repository. Open a folder in one.',
        restricted: 'In Restricted Mode, Stateroom shows no findings.',
        broken: 'Cannot show the findings of this repository.',
      }),
    ],
    commands: declareCommands(ownCommands),
    colors: findingSeverities.map(severityColor),
    keybindings: [
      ...rowChord('findings', 'x', commandOf(findingFix)),
      ...rowChord('findings', 'd', commandOf(findingDefer)),
      ...rowChord('findings', 'w', commandOf(findingWontfix)),
      ...rowChord('findings', 'r', commandOf(findingReopen)),
    ],
    menus: declareMenus(ownCommands, {
      'editor/context': [
        [findingRecord, `isWorkspaceTrusted && ${contextKeys.enabled} && resourceScheme == file`, '9_stateroom@1'],
      ],
      'comments/commentThread/title': threadActs,
      'view/title': titleActs,
      'view/item/context': rowActs,
    }),
  },
};
