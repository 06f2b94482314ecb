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
import { findingShow } from '../operations/finding/findingShow.js';
import { findingWontfix } from '../operations/finding/findingWontfix.js';
import { findingWorkItem } from '../operations/finding/findingWorkItem.js';
import { severityLooks } from '../present/severity.js';
import { offeredWith, whereWritable } from './availability.js';
import { contextKeys } from './contextKeys.js';
import { type Fragment, localised, type ManifestObject } from './fragment.js';
import {
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

const inFindings = 'view == stateroom.findings';

/** Rows of findings with all of these traits (see findingRow). */
const finding = rowsOf('findings', 'finding ');

const open = 'status:open';
const ended = `status:(${endedStatuses.join('|')})`;

const ownCommands: readonly OwnCommand[] = [
  {
    command: 'stateroom.finding.openAtLine',
    title: 'Open Finding at Line',
    icon: '$(go-to-file)',
    palette: offeredWith.finding,
  },
  {
    command: 'stateroom.finding.askAgent',
    title: 'Ask Agent to Fix Finding…',
    icon: '$(sparkle)',
    palette: offeredWith.finding,
    enablement: whereWritable,
  },
  { command: 'stateroom.finding.refresh', title: 'Refresh Findings', icon: '$(refresh)', palette: offeredWith.store },
  {
    command: 'stateroom.finding.filter',
    title: 'Filter Findings…',
    icon: '$(filter)',
    palette: offeredWith.finding,
    enablement: offeredWith.finding,
  },
  {
    command: 'stateroom.finding.filterAgain',
    title: 'Change Findings Filter…',
    icon: '$(filter-filled)',
    palette: 'false',
  },
  {
    command: 'stateroom.finding.clearFilter',
    title: 'Clear Findings Filter',
    icon: '$(clear-all)',
    palette: contextKeys.findingsFiltered,
  },
  {
    command: 'stateroom.finding.groupBySeverity',
    title: 'Group Findings by Severity',
    palette: offeredWith.finding,
    enablement: offeredWith.finding,
  },
  {
    command: 'stateroom.finding.groupByFile',
    title: 'Group Findings by File',
    palette: offeredWith.finding,
    enablement: offeredWith.finding,
  },
  {
    command: 'stateroom.finding.groupByRun',
    title: 'Group Findings by Review Run',
    palette: offeredWith.finding,
    enablement: offeredWith.finding,
  },
  { command: 'stateroom.finding.copyReference', title: 'Copy Finding Reference', palette: offeredWith.finding },
];

const rowActs: readonly MenuAct[] = [
  { command: commandOf(findingFix), when: finding(open), group: 'inline@1' },
  { command: commandOf(findingReopen), when: finding(ended), group: 'inline@1' },
  { command: 'stateroom.finding.openAtLine', when: finding(), group: '0_open@1' },
  { command: commandOf(findingShow), when: finding(), group: '0_open@2' },
  { command: 'stateroom.finding.askAgent', when: finding(open), group: '1_act@0' },
  { command: commandOf(findingFix), when: finding(open), group: '1_act@1' },
  { command: commandOf(findingDefer), when: finding(open), group: '1_act@2' },
  { command: commandOf(findingWontfix), when: finding(open), group: '1_act@3' },
  { command: commandOf(findingReopen), when: finding(ended), group: '1_act@4' },
  { command: commandOf(findingWorkItem), when: finding(open), group: '2_work@1' },
  { command: 'stateroom.finding.copyReference', when: finding(), group: '5_copy@1' },
];

/** What can be done to a finding on its comment thread. */
const inThread = (status: string): string =>
  `commentController == stateroom.findings && commentThread =~ /^finding / && commentThread =~ /${status}/`;

const threadActs: readonly MenuAct[] = [
  { command: 'stateroom.finding.askAgent', when: inThread(open), group: 'inline@1' },
  { command: commandOf(findingFix), when: inThread(open), group: 'inline@2' },
  { command: commandOf(findingDefer), when: inThread(open), group: 'inline@3' },
  { command: commandOf(findingWontfix), when: inThread(open), group: 'inline@4' },
  { command: commandOf(findingReopen), when: inThread(ended), group: 'inline@5' },
];

/** A color by which a severity is told on the code, after one that themes have. */
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

const groupBy = (name: string, command: string, place: number) => ({
  command,
  when: `${inFindings} && ${contextKeys.findingGrouping} != ${name}`,
  group: `2_group@${place}`,
});

const titleActs: readonly MenuAct[] = [
  { command: commandOf(findingRecord), when: inFindings, group: 'navigation@1' },
  {
    command: 'stateroom.finding.filter',
    when: `${inFindings} && !${contextKeys.findingsFiltered}`,
    group: 'navigation@2',
  },
  {
    command: 'stateroom.finding.filterAgain',
    when: `${inFindings} && ${contextKeys.findingsFiltered}`,
    group: 'navigation@2',
  },
  {
    command: 'stateroom.finding.clearFilter',
    when: `${inFindings} && ${contextKeys.findingsFiltered}`,
    group: 'navigation@3',
  },
  { command: 'stateroom.finding.refresh', when: inFindings, group: 'navigation@4' },
  groupBy('severity', 'stateroom.finding.groupBySeverity', 1),
  groupBy('file', 'stateroom.finding.groupByFile', 2),
  groupBy('run', 'stateroom.finding.groupByRun', 3),
  { command: commandOf(findingImport), when: inFindings, group: '1_act@1' },
  { command: commandOf(findingExport), when: inFindings, group: '1_act@2' },
];

/** The Findings view and everything around it. */
export const findingsFragment: Fragment = {
  contributes: {
    views: declareView('findings', 'Findings'),
    viewsWelcome: [
      welcomePage(
        'findings',
        'findings.empty',
        `!${contextKeys.restricted} && !${contextKeys.findingsFiltered} && (${repositoryIs('absent', 'ready')})`,
        'No findings yet. Review comments appear here and in the code until they are fixed.\n[Record Finding](command:stateroom.finding.record)\n[Import Findings…](command:stateroom.finding.import)',
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
    menus: {
      commandPalette: declarePalette(ownCommands),
      'editor/context': [
        {
          command: commandOf(findingRecord),
          when: `isWorkspaceTrusted && ${contextKeys.enabled} && resourceScheme == file`,
          group: '9_stateroom@1',
        },
      ],
      'comments/commentThread/title': threadActs,
      'view/title': titleActs,
      'view/item/context': rowActs,
    },
  },
};
