import { l10n } from 'vscode';
import { agents } from '../../../domain/agent/agents.js';
import { canLast } from '../../../domain/agentSession/permission.js';
import { attemptEnds } from '../../../domain/attempt/attemptRow.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { visibleText } from '../../../domain/text/visibleText.js';
import { commandOf } from '../../../operations/commandOf.js';
import { type LaneOperations, loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { runTime, useWords } from '../../../present/costWords.js';
import { inLanguage } from '../../../present/inLanguage.js';
import { transcriptRows } from '../../../present/transcriptRows.js';
import type { RowCommand } from '../../../present/viewRow.js';
import type { RecordRow, RecordSection, RecordState } from '../../../protocol/recordState.js';
import type { SessionView } from '../../../records/agentSession/sessionView.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { exactLocalTime } from '../support/localTime.js';
import type { RecordCommands } from '../support/recordCommands.js';
import { translate as t } from '../support/translate.js';

/** Max rows of a transcript on a page, and max bytes of it read. */
const shownRows = 60;
const readBytes = 256 * 1024;
/** Time between two looks at a running agent, ms: its updates are no commits. */
const lookMs = 1000;

/** The latest agent that Stateroom started in a lane, on a page. */
export interface AgentParts {
  readonly section: RecordSection;
  /** Its request for permission, or a box to write to it; null once it has ended. */
  readonly question: RecordState['question'];
  readonly answer: (text: string) => RowCommand;
  /** ms UTC; undefined once it has ended. */
  readonly nextChangeAt: number | undefined;
}

export async function readAgentParts(
  repository: Repository,
  lane: string,
  now: number,
  commands: RecordCommands,
): Promise<AgentParts | undefined> {
  const operations = await loadLaneOperations();
  const { agentCost, agentSay, agentShow, agentTranscript } = operations;
  const [session] = (await invokeOrThrow(repository, agentShow, { id: lane, limit: 1 })).sessions;
  if (session === undefined) return undefined;
  const transcript = await repository.invoke(agentTranscript, { id: lane, bytes: readBytes });
  const rows = isRefusal(transcript) ? [] : transcriptRows(transcript.entries, t);
  const isRunning = session.ended === null;
  const cost = await repository.invoke(agentCost, { id: session.workItem ?? lane });
  const used: [string, string][] = isRefusal(cost) ? [] : [[l10n.t('Used by all attempts'), useWords(cost.total, t)]];
  return {
    section: {
      id: 'agent',
      title: l10n.t('Agent {0}', titleOf(session)),
      ...(isRunning ? { acts: [stopAct(operations, lane, commands)] } : {}),
      blocks: [
        { kind: 'fields', fields: [...factsOf(session), ...used].map(([name, text]) => ({ name, value: [{ text }] })) },
        {
          kind: 'rows',
          heading: l10n.t('Transcript'),
          rows: rows.slice(-shownRows).map(
            ({ icon, tone, text, detail, code, step }): RecordRow => ({
              ...{ icon: { name: icon, tone }, line: [{ text }], detail, inner: false },
              act: step === undefined || isRunning ? null : restoreAct(operations, { lane, step }, commands),
              ...(code === null ? {} : { code, folded: true }),
            }),
          ),
          none: isRunning ? l10n.t('Waiting for its first message…') : l10n.t('The transcript is empty.'),
        },
      ],
    },
    question: isRunning
      ? (permission(operations, session, lane, commands) ?? { from: null, text: null, isWord: true })
      : null,
    answer: text => ({ command: commandOf(agentSay), arguments: [{ id: lane, text }] }),
    nextChangeAt: isRunning ? now + lookMs : undefined,
  };
}

function titleOf({ agent }: SessionView): string {
  return agents.find(({ harness }) => harness === agent)?.title ?? visibleText(agent);
}

function stopAct({ agentStop }: LaneOperations, lane: string, commands: RecordCommands) {
  const command = commandOf(agentStop);
  return commands.add(command, l10n.t('Stop Agent'), { command, arguments: [{ id: lane }] });
}

function restoreAct(
  { agentRestore }: LaneOperations,
  { lane, step }: { readonly lane: string; readonly step: number },
  commands: RecordCommands,
) {
  return commands.add(`restore.${step}`, l10n.t('Restore to Here'), {
    command: commandOf(agentRestore),
    arguments: [{ id: lane, to: step }],
  });
}

const stateWords: Readonly<Record<SessionView['state'], () => string>> = {
  requested: () => l10n.t('starting'),
  starting: () => l10n.t('starting'),
  working: () => t('working'),
  waiting: () => l10n.t('waiting for you'),
  stopping: () => l10n.t('stopping'),
  ended: () => l10n.t('ended'),
};

const policyWords: Readonly<Record<SessionView['policy'], () => string>> = {
  ask: () => l10n.t('Asks before each edit and command'),
  edit: () => l10n.t('Edits in its lane; asks before other acts'),
  all: () => l10n.t('Does what the lane’s hooks allow'),
};

function factsOf(session: SessionView): [name: string, text: string][] {
  const { state, endReason, why, line, policy, model, requestedBy, requested, usage } = session;
  const ended = endReason === null ? undefined : attemptEnds[endReason];
  return [
    [
      t('Status'),
      [stateWords[state](), ...silentWords(session), ...(ended === undefined ? [] : [inLanguage(t, ended)])].join(', '),
    ],
    ...(why === null ? [] : [[l10n.t('Reason'), visibleText(why)] satisfies [string, string]]),
    ...(line === null || ended !== undefined ? [] : [[l10n.t('Now'), visibleText(line)] satisfies [string, string]]),
    ...(model === null ? [] : [[l10n.t('Model'), visibleText(model)] satisfies [string, string]]),
    [l10n.t('May do'), policyWords[policy]()],
    [l10n.t('Started'), l10n.t('{0} by {1}', exactLocalTime(requested), visibleText(requestedBy))],
    ...usage.map(figures => [usageWords[figures.meaning](), usageText(figures)] satisfies [string, string]),
  ];
}

function silentWords({ silentSince }: SessionView): string[] {
  return silentSince === null ? [] : [l10n.t('silent since {0}', exactLocalTime(silentSince))];
}

const usageWords: Readonly<Record<SessionView['usage'][number]['meaning'], () => string>> = {
  turn: () => l10n.t('Tokens of its turns'),
  session: () => l10n.t('Tokens of the session'),
  'last-request': () => l10n.t('Tokens of its last request'),
  context: () => l10n.t('Context in use'),
  time: () => l10n.t('Time'),
};

function usageText({ meaning, input, output, costMicros, used, size }: SessionView['usage'][number]): string {
  if (meaning === 'time' && used !== null) return runTime(used, t);
  const parts = [
    input === null ? undefined : l10n.t('{0} in', input.toLocaleString()),
    output === null ? undefined : l10n.t('{0} out', output.toLocaleString()),
    used === null
      ? undefined
      : size === null
        ? used.toLocaleString()
        : `${Math.round((used / Math.max(1, size)) * 100)} %`,
    costMicros === null ? undefined : `$${(costMicros / 1_000_000).toFixed(2)}`,
  ].filter(part => part !== undefined);
  return parts.length === 0 ? l10n.t('unknown') : parts.join(' · ');
}

/** The oldest request for permission, with a button for each answer. */
function permission(
  { agentPermit }: LaneOperations,
  { agent, asks: [ask] }: SessionView,
  lane: string,
  commands: RecordCommands,
): RecordState['question'] {
  if (ask === undefined) return null;
  const { number, title, tool, command, paths, expires } = ask;
  const mayLast = canLast({ tool, command, paths: JSON.stringify(paths) });
  const act = (id: string, label: string, input: object) =>
    commands.add(`permit.${number}.${id}`, label, {
      command: commandOf(agentPermit),
      arguments: [{ id: lane, number, ...input }],
    });
  return {
    from: visibleText(agent),
    text: visibleText([title, ...(command === null || command === title ? [] : [command]), ...paths].join('\n')),
    choices: [
      act('once', l10n.t('Allow Once'), {}),
      ...(mayLast
        ? [
            act('lane', l10n.t('Allow in This Lane'), { for: 'lane' }),
            act('repository', l10n.t('Allow in This Repository'), { for: 'repository' }),
          ]
        : []),
      act('refuse', l10n.t('Refuse'), { refuse: true }),
    ],
    hint: l10n.t('Refused at {0} without an answer.', exactLocalTime(expires)),
  };
}
