import { l10n } from 'vscode';
import type { Agent } from '../../../domain/agent/agent.js';
import { agents } from '../../../domain/agent/agents.js';
import { vscode as ownAgent } from '../../../domain/agent/vscode.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import type { PlannedFile, PlannedPiece } from '../../../install/planFile.js';
import type { Drift, FileGroup } from '../../../install/shownPlan.js';
import type { optionalParts } from '../../../install/wanted.js';
import type { RecordAct, RecordIcon, RecordRow, RecordSection, RecordState } from '../../../protocol/recordState.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import type { RecordCommands } from '../support/recordCommands.js';
import { translate } from '../support/translate.js';
import type { ConnectPlace, ConnectState, Installer } from './connectFlow.js';
import { problemText } from './problemText.js';

export const connectable = agents
  .filter(({ connection }) => connection !== undefined)
  .sort((one, other) => one.title.localeCompare(other.title, 'en'));

type Ranked = RecordState['acts'][number];

/** Presents the page in Restricted Mode: nothing is installed, and nothing of the repository is read. */
export function presentRestricted(ref: string, commands: RecordCommands): RecordState {
  const trust = commands.add('trust', l10n.t('Manage Workspace Trust'), {
    command: 'workbench.trust.manage',
    arguments: [],
  });
  return page(ref, {
    status: {
      icon: { name: 'lock', tone: 'warning' },
      line: [{ text: l10n.t('Restricted Mode: no agents are connected here. Trust the workspace to connect them.') }],
    },
    acts: [{ ...trust, rank: 'first' }],
    sections: [],
  });
}

/** Presents the page that connects agents: connections, choices and planned changes. */
export function presentAgents(
  ref: string,
  state: ConnectState,
  repository: string,
  commands: RecordCommands,
  installer: Installer,
): RecordState {
  const act = (id: string, label: string): RecordAct =>
    commands.add(id, label, { command: 'stateroom.connectAgent', arguments: [{ act: id, repository }] });
  const row = (more: Partial<RecordRow>): RecordRow => ({
    ...{ icon: null, line: [], detail: null, act: null, inner: false },
    ...more,
  });
  const tick = (id: string, label: string, on: boolean, more: Partial<RecordRow> = {}, one?: true): RecordRow =>
    row({ line: [{ text: label }], tick: { id: act(id, label).id, on, ...(one && { one }) }, ...more });
  const { places, chosen, parts, gitHooks, plan, drift } = state;
  const { scope } = chosen.place;

  const agentRows = connectable.map(agent => {
    const { harness, title } = agent;
    const copy = commands.add(`copy.${harness}`, l10n.t('Copy Entry'), {
      command: 'stateroom.connectAgent',
      arguments: [{ agent: harness }],
    });
    return tick(`agent.${harness}`, title, state.agents.has(harness), { detail: agentDetail(agent, state), act: copy });
  });
  const scopeRows = places.map(({ place }) =>
    place.scope === 'user'
      ? tick(
          'scope.user',
          l10n.t('You, in all your repositories'),
          scope === 'user',
          { detail: l10n.t('Changes no file of the repository.') },
          true,
        )
      : tick(
          'scope.project',
          l10n.t('Everyone in this repository'),
          scope === 'project',
          {
            detail: l10n.t(
              'Changes files of the repository, to commit. They start `stateroom`, which has to be on the PATH.',
            ),
          },
          true,
        ),
  );
  const partRows = [
    ...installer.optionalParts
      .filter(part => part !== 'approval' || scope === 'user')
      .map(part => tick(`part.${part}`, partTitles[part](), parts.has(part), { detail: partDetails[part]() })),
    ...(gitHooks === undefined
      ? []
      : [
          tick('gitHooks', l10n.t('Git hooks of this repository'), gitHooks, {
            detail: l10n.t('Check commits and pushes. They do not come with a clone.'),
          }),
        ]),
  ];
  // A change of Stateroom's list of installed parts alone means nothing to a person.
  const hasChanges = plan !== undefined && !isRefusal(plan) && plan.files.some(({ before, after }) => before !== after);
  const changes = hasChanges ? installer.changedFiles(plan, translate) : [];
  const left = plan === undefined || isRefusal(plan) ? [] : plan.files.filter(isLeft);
  const changeRows = [
    ...changes.map(group =>
      row({
        icon: changeIcons[group.act],
        line: [{ text: nameOf(group), code: true }],
        detail: changeDetail(group),
        act: group.files.length === 0 ? null : act(`changes.${group.shown}`, l10n.t('Show Changes')),
      }),
    ),
    ...(plan === undefined || isRefusal(plan) ? [] : plan.impostors).map(impostor =>
      row({
        icon: warning,
        line: [{ text: impostor.shown, code: true }],
        detail: [
          installer.impostorText(impostor, translate),
          ...(impostor.isReplaced ? [] : [l10n.t('remove it, or write over it')]),
        ].join(' \u00b7 '),
      }),
    ),
    ...left.map(file =>
      row({
        icon: file.problem === undefined ? { name: 'pass', tone: 'none' } : warning,
        line: [{ text: file.shown, code: true }],
        detail: leftDetail(file, installer),
        act: installer.canOverwrite(file) ? act(`overwrite.${file.shown}`, l10n.t('Write Over Edits…')) : null,
      }),
    ),
  ];
  const steps = chosen.ledger === undefined ? [] : stepRows(state, installer, row);
  const nothing = state.agents.size === 0 ? l10n.t('Select at least one agent.') : l10n.t('Everything is in place.');
  return page(ref, {
    status: statusOf(state),
    acts: actsOf(state, hasChanges || gitHooks === true, act),
    sections: [
      ...(drift === undefined || drift.length === 0
        ? []
        : [
            rows(
              'drift',
              l10n.t('Differences'),
              drift.map(each => row(driftRow(each, installer))),
            ),
          ]),
      ...(steps.length === 0 ? [] : [rows('steps', l10n.t('What only you can do'), steps)]),
      rows('agents', l10n.t('Agents'), agentRows),
      ...(scopeRows.length < 2 ? [] : [rows('scope', l10n.t('For whom'), scopeRows)]),
      rows('parts', l10n.t('Parts'), partRows),
      rows('changes', l10n.t('Changes'), changeRows, nothing),
    ],
  });
}

/** True if no new agent is selected: only parts change, or the files that this version writes. */
export function isOtherAct({ agents: ticked, chosen: { ledger } }: ConnectState): boolean {
  return [...ticked].every(harness => ledger?.agents.includes(harness));
}

/** A line for a confirmation: `+ ~/.claude.json (MCP server)`. */
export function changeLine(group: FileGroup): string {
  const sign = { create: '+', change: '~', remove: '-' }[group.act];
  return `${sign} ${nameOf(group)}${group.what === '' ? '' : ` (${group.what})`}`;
}

/** The file name, with the target of a symbolic link. */
function nameOf({ shown, leadsTo }: FileGroup): string {
  return leadsTo === undefined ? shown : `${shown} \u2192 ${leadsTo}`;
}

/** Lines for a confirmation about files that are not, or only partly, removed. */
export function keptLines(files: readonly PlannedFile[], installer: Installer): string[] {
  return files.filter(isLeft).map(file => `= ${file.shown}: ${leftDetail(file, installer)}`);
}

const warning: RecordIcon = { name: 'warning', tone: 'warning' };
const changeIcons: Readonly<Record<FileGroup['act'], RecordIcon>> = {
  create: { name: 'add', tone: 'good' },
  change: { name: 'note', tone: 'info' },
  remove: { name: 'circle-slash', tone: 'warning' },
};

type OptionalPart = (typeof optionalParts)[number];
const partTitles: Readonly<Record<OptionalPart, () => string>> = {
  approval: () => l10n.t('Tools without asking'),
  hooks: () => l10n.t('Hooks'),
  skills: () => l10n.t('Skills'),
  instructions: () => l10n.t('Instructions'),
};
const partDetails: Readonly<Record<OptionalPart, () => string>> = {
  approval: () => l10n.t('Including evidence, which runs any command. Otherwise the agent asks you.'),
  hooks: () => l10n.t('They tell a session where the work is, and stop edits of what others own.'),
  skills: () => l10n.t('The slash commands of Stateroom.'),
  instructions: () => l10n.t('A paragraph in a document that the agent reads first.'),
};

function page(ref: string, more: Pick<RecordState, 'status' | 'acts' | 'sections'>): RecordState {
  return {
    ...{ phase: 'ready', kind: 'connect', ref, title: l10n.t('Connect Agents') },
    ...{ facts: [], notice: null, question: null, events: [], hasOlder: false },
    ...more,
  };
}

function rows(id: string, title: string, own: readonly RecordRow[], none: string | null = null): RecordSection {
  return { id, title, blocks: [{ kind: 'rows', heading: null, rows: [...own], none }] };
}

function statusOf({ chosen, drift, found, places, plan }: ConnectState): RecordState['status'] {
  const said = (name: string, tone: RecordIcon['tone'], text: string) => ({ icon: { name, tone }, line: [{ text }] });
  if (isRefusal(plan)) {
    const { message, hint } = plan;
    return said('warning', 'warning', [message, hint].map(each => each && inEditorsLanguage(each)).join(' '));
  }
  if (drift !== undefined) {
    if (drift.length === 0) return said('pass', 'good', l10n.t('Everything is as it was installed.'));
    return said('warning', 'warning', l10n.t('Not as it was installed. Differences: {0}', drift.length));
  }
  const connected = places.flatMap(({ place, ledger }) => {
    const titles = connectable.filter(({ harness }) => ledger?.agents.includes(harness)).map(({ title }) => title);
    if (titles.length === 0) return [];
    return place.scope === 'user'
      ? l10n.t('Connected for you: {0}', titles.join(', '))
      : l10n.t('Connected for this repository: {0}', titles.join(', '));
  });
  if (connected.length > 0) return said('pass', 'good', connected.join(' \u00b7 '));
  if (found.size > 0 || chosen.ledger !== undefined)
    return said('info', 'none', l10n.t('No agents are connected yet.'));
  return said('info', 'none', l10n.t('No coding agents were found on this machine. Select those that you use.'));
}

function actsOf(state: ConnectState, hasChanges: boolean, act: (id: string, label: string) => RecordAct): Ranked[] {
  const label = isOtherAct(state) ? l10n.t('Apply') : l10n.t('Connect');
  return [
    ...(hasChanges ? [{ ...act('connect', label), rank: 'first' as const }] : []),
    ...(state.chosen.ledger === undefined
      ? []
      : [act('check', l10n.t('Check')), act('disconnect', l10n.t('Disconnect…'))].map(each => ({
          ...each,
          rank: 'shown' as const,
        }))),
  ];
}

function agentDetail(agent: Agent, { places, chosen, found }: ConnectState): string {
  const { harness } = agent;
  const said = places.flatMap(place => connectionOf(harness, place));
  if (said.length === 0) {
    said.push(found.has(harness) ? l10n.t('not connected, found on this machine') : l10n.t('not connected'));
  }
  const { overview } = chosen;
  const files = isRefusal(overview) ? [] : overview.files.filter(file => piecesOf(file, harness).length > 0);
  return [
    ...said,
    ...(harness === ownAgent.harness ? [l10n.t('has the tools from this extension')] : []),
    ...files.flatMap(file => (file.problem === undefined ? [] : `${file.shown} ${problemText(file.problem)}`)),
  ].join(' \u00b7 ');
}

function connectionOf(harness: string, { place, ledger, overview }: ConnectPlace): string[] {
  const files = isRefusal(overview) ? [] : overview.files;
  const pieces = files.flatMap(file => piecesOf(file, harness).map(piece => ({ file, piece })));
  if (ledger?.agents.includes(harness) !== true) {
    const own = pieces.find(({ file, piece }) => piece.part === 'mcp' && piece.state === 'foreign' && !file.problem);
    return own === undefined ? [] : [l10n.t('has an entry of your own in {0}', own.file.shown)];
  }
  const where = place.scope === 'user' ? l10n.t('connected for you') : l10n.t('connected for this repository');
  if (pieces.some(({ file, piece }) => piece.part === 'mcp' && file.problem !== undefined)) {
    return [l10n.t('{0}, but its entry could not be read', where)];
  }
  if (pieces.some(({ piece }) => piece.state === 'edited')) return [l10n.t('{0}, changed by you', where)];
  if (pieces.some(({ piece }) => piece.state === 'restore')) return [l10n.t('{0}, parts are missing', where)];
  return [where];
}

function piecesOf({ pieces }: PlannedFile, harness: string): readonly PlannedPiece[] {
  return pieces.filter(({ agents }) => agents.includes(harness));
}

/** True for a file that is not, or only partly, written. */
function isLeft({ pieces, problem }: PlannedFile): boolean {
  return problem !== undefined || pieces.some(({ state }) => state === 'edited' || state === 'foreign');
}

function leftDetail({ pieces, problem }: PlannedFile, installer: Installer): string {
  if (problem !== undefined) return `${problemText(problem)} \u00b7 ${l10n.t('left as it is')}`;
  const words = (states: readonly string[]) =>
    [...new Set(pieces.filter(({ state }) => states.includes(state)).map(piece => wordOf(piece, installer)))].join(
      ', ',
    );
  const [edited, foreign] = [words(['edited']), words(['foreign'])];
  return [
    ...(edited === '' ? [] : [l10n.t('kept as you changed it: {0}', edited)]),
    ...(foreign === '' ? [] : [l10n.t('kept, since it is not from Stateroom: {0}', foreign)]),
  ].join(' \u00b7 ');
}

function wordOf(piece: PlannedPiece, { partWords }: Installer): string {
  return piece.part === undefined ? l10n.t('an earlier part') : partWords([piece], translate);
}

function changeDetail({ act, what }: FileGroup): string {
  const words = { create: l10n.t('new'), change: l10n.t('edited'), remove: l10n.t('removed') };
  return what === '' ? words[act] : `${words[act]} \u00b7 ${what}`;
}

function driftRow({ file, piece }: Drift, installer: Installer): Partial<RecordRow> {
  const words = (which: PlannedPiece) =>
    which.state === 'restore'
      ? l10n.t('removed: {0}', wordOf(which, installer))
      : l10n.t('edited: {0}', wordOf(which, installer));
  return {
    icon: warning,
    line: [{ text: file.shown, code: true }],
    detail: piece === undefined ? problemText(file.problem ?? '') : words(piece),
  };
}

function stepRows(
  { granted, isWritten, chosen: { ledger, overview, place } }: ConnectState,
  { stepsOf }: Installer,
  row: (more: Partial<RecordRow>) => RecordRow,
): RecordRow[] {
  const agents = (ledger?.agents ?? []).filter(harness => !granted.has(harness));
  const files = isRefusal(overview) ? [] : overview.files;
  const restart = l10n.t('Restart agents that are running.');
  return [
    ...(isWritten ? [row({ icon: { name: 'sync', tone: 'warning' }, line: [{ text: restart }] })] : []),
    ...stepsOf({ agents, files, place }, translate).map(({ title, step }) =>
      row({ line: [{ text: title }], detail: step }),
    ),
    row({
      line: [{ text: l10n.t('First run') }],
      detail: l10n.t(
        'Then tell the agent: “Claim the next work item in Stateroom.” It appears under In progress in the Queue view.',
      ),
    }),
  ];
}
