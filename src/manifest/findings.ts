import { contextKeys } from './contextKeys.js';
import { type Fragment, localised, type ManifestObject } from './fragment.js';

const category = 'Stateroom';
const inFindings = 'view == stateroom.findings';

/** Rows of findings with all of these traits (see findingRow). */
function finding(...traits: string[]): string {
  return [inFindings, 'viewItem =~ /^finding /', ...traits.map(trait => `viewItem =~ /${trait}/`)].join(' && ');
}

const open = 'status:open';
const ended = 'status:(fixed|wontfix|deferred|resolved_on_branch|integrated|superseded)';

interface OwnCommand {
  readonly command: string;
  readonly title: string;
  readonly icon?: string;
  /** Where the palette offers it; default: as soon as a folder is open. */
  readonly palette?: string;
}

const ownCommands: readonly OwnCommand[] = [
  { command: 'stateroom.finding.openAtLine', title: 'Open Finding at Line', icon: '$(go-to-file)' },
  { command: 'stateroom.finding.refresh', title: 'Refresh Findings', icon: '$(refresh)' },
  { command: 'stateroom.finding.filter', title: 'Filter Findings…', icon: '$(filter)' },
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
  { command: 'stateroom.finding.groupBySeverity', title: 'Group Findings by Severity' },
  { command: 'stateroom.finding.groupByFile', title: 'Group Findings by File' },
  { command: 'stateroom.finding.groupByRun', title: 'Group Findings by Review Run' },
  { command: 'stateroom.finding.copyReference', title: 'Copy Reference of Finding' },
];

const rowActs: readonly { command: string; when: string; group: string }[] = [
  { command: 'stateroom.finding.fix', when: finding(open), group: 'inline@1' },
  { command: 'stateroom.finding.reopen', when: finding(ended), group: 'inline@1' },
  { command: 'stateroom.finding.openAtLine', when: finding(), group: '0_open@1' },
  { command: 'stateroom.finding.show', when: finding(), group: '0_open@2' },
  { command: 'stateroom.finding.fix', when: finding(open), group: '1_act@1' },
  { command: 'stateroom.finding.defer', when: finding(open), group: '1_act@2' },
  { command: 'stateroom.finding.wontfix', when: finding(open), group: '1_act@3' },
  { command: 'stateroom.finding.reopen', when: finding(ended), group: '1_act@4' },
  { command: 'stateroom.finding.workItem', when: finding(open), group: '2_work@1' },
  { command: 'stateroom.finding.copyReference', when: finding(), group: '5_copy@1' },
];

const groupBy = (name: string, command: string, place: number) => ({
  command,
  when: `${inFindings} && ${contextKeys.findingGrouping} != ${name}`,
  group: `2_group@${place}`,
});

const titleActs: readonly { command: string; when: string; group: string }[] = [
  { command: 'stateroom.finding.record', when: inFindings, group: 'navigation@1' },
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
  { command: 'stateroom.finding.refresh', when: inFindings, group: 'navigation@3' },
  groupBy('severity', 'stateroom.finding.groupBySeverity', 1),
  groupBy('file', 'stateroom.finding.groupByFile', 2),
  groupBy('run', 'stateroom.finding.groupByRun', 3),
  {
    command: 'stateroom.finding.clearFilter',
    when: `${inFindings} && ${contextKeys.findingsFiltered}`,
    group: '1_act@1',
  },
  { command: 'stateroom.finding.import', when: inFindings, group: '1_act@2' },
  { command: 'stateroom.finding.export', when: inFindings, group: '1_act@3' },
];

/** A chord under the prefix of all of Stateroom's keys, on the selected rows of the view. */
function rowChord(key: string, command: string): ManifestObject {
  const when = 'focusedView == stateroom.findings && !inputFocus';
  return { key: `ctrl+alt+a ${key}`, mac: `cmd+alt+a ${key}`, command, when, args: { fromSelection: true } };
}

function page(name: string, when: string, english: string): ManifestObject {
  return { view: 'stateroom.findings', when, contents: localised(`welcome.findings.${name}`, english) };
}

const state = contextKeys.roomState;

/** The Findings view and everything around it. */
export const findingsFragment: Fragment = {
  contributes: {
    views: {
      stateroom: [
        {
          id: 'stateroom.findings',
          name: localised('view.findings.name', 'Findings'),
          contextualTitle: 'Stateroom',
          icon: 'media/stateroom.svg',
        },
      ],
    },
    viewsWelcome: [
      page(
        'empty',
        `isWorkspaceTrusted && !${contextKeys.findingsFiltered} && (${state} == absent || ${state} == ready)`,
        'No findings. What a reviewer or a tool remarks stands here and on the lines it is about, until it is fixed.\n[Record Finding](command:stateroom.finding.record)\n[Import Findings…](command:stateroom.finding.import)',
      ),
      page(
        'nothingFound',
        `${contextKeys.findingsFiltered} && ${state} == ready`,
        'No finding matches the filter.\n[Clear Filter](command:stateroom.finding.clearFilter)\n[Change Filter…](command:stateroom.finding.filter)',
      ),
      page(
        'noRepository',
        `${state} == none || ${state} == noRepository`,
        'Findings belong to a git repository. Open a folder that is in one.\n[Open Folder](command:vscode.openFolder)',
      ),
      page(
        'restricted',
        `!isWorkspaceTrusted && (${state} == absent || ${state} == ready || ${state} == readOnly)`,
        'In Restricted Mode Stateroom shows nothing about the code of this workspace.\n[Manage Workspace Trust](command:workbench.trust.manage)',
      ),
      page(
        'broken',
        `${state} == corrupt || ${state} == tooNew || ${state} == failed || (isWorkspaceTrusted && ${state} == readOnly)`,
        'The findings of this repository cannot be shown.\n[Show What Is Wrong](command:stateroom.showStatus)\n[Show Log](command:stateroom.showLog)',
      ),
    ],
    commands: ownCommands.map(({ command, title, icon }) => ({
      command,
      title: localised(`${command.replace(/^stateroom\./, 'command.')}.title`, title),
      category,
      icon,
    })),
    keybindings: [
      rowChord('x', 'stateroom.finding.fix'),
      rowChord('d', 'stateroom.finding.defer'),
      rowChord('w', 'stateroom.finding.wontfix'),
      rowChord('r', 'stateroom.finding.reopen'),
    ],
    menus: {
      commandPalette: ownCommands.map(({ command, palette }) => ({
        command,
        when: palette ?? 'workspaceFolderCount != 0',
      })),
      'editor/context': [
        {
          command: 'stateroom.finding.record',
          when: `isWorkspaceTrusted && ${contextKeys.enabled} && resourceScheme == file`,
          group: '9_stateroom@1',
        },
      ],
      'view/title': titleActs.map(act => ({ ...act })),
      'view/item/context': rowActs.map(act => ({ ...act })),
    },
  },
};
