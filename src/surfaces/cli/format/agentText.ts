import { attemptEnds } from '../../../domain/attempt/attemptRow.js';
import { say } from '../../../messages/say.js';
import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { SessionView } from '../../../records/agentSession/sessionView.js';
import { costText, usedText } from './costText.js';
import type { Answer, TextsOf } from './resultText.js';
import { manyLines, oneLine } from './text.js';
import { fullTime, type View } from './view.js';

export const texts: TextsOf<LaneOperations> = {
  agentList: ({ agents }, { style }) => agents.flatMap(agent => listedLines(agent, style.dim)).join('\n'),
  agentStart: ({ session, madeLane }) => {
    if (session.endReason !== null) return endText(session);
    const lane = oneLine(session.lane ?? '');
    const place = `${lane}${madeLane ? ', a new lane' : ''}`;
    return [
      session.started === null
        ? `Asked ${oneLine(session.agent)} to start in ${place}. It has not begun yet.`
        : `Started ${oneLine(session.agent)} in ${place}.`,
      `Watch it: stateroom transcript ${lane} --follow`,
    ].join('\n');
  },
  agentStop: ({ session }) =>
    session.endReason === null ? `Asked ${oneLine(session.agent)} to stop; it has not ended yet.` : endText(session),
  agentSay: ({ session, woken }) =>
    woken
      ? `${oneLine(session.agent)} goes on in ${oneLine(session.lane ?? '')} with that.`
      : `${oneLine(session.agent)} reads it after its turn.`,
  agentPermit: ({ permission: { title, answer } }) =>
    `${answer === 'refused' ? 'Refused' : 'Allowed'}: ${oneLine(title)}`,
  agentShow: ({ lane, sessions }, view) =>
    sessions.length === 0
      ? `No agent was started${lane === null ? '' : ` in ${lane}`}.`
      : sessions.map(session => sessionLines(session, view).join('\n')).join('\n\n'),
  agentRestore: ({ lane, step, paths, backup }) =>
    backup === null
      ? `The files of ${oneLine(lane)} are those of step ${step}.`
      : [
          `Restored step ${step} in ${oneLine(lane)}:`,
          ...paths.map(path => `  ${oneLine(path)}`),
          `Backup: ${backup}`,
        ].join('\n'),
  agentCost: costText,
  agentTranscript: ({ entries }) =>
    entries.length === 0 ? 'The transcript is empty.' : entries.flatMap(entryLines).join('\n'),
};

const stateWords = {
  installed: 'installed',
  reachable: 'answers',
  needs_adapter: 'needs its adapter',
  not_installed: 'not installed',
  signed_out: 'not signed in',
  unreachable: 'does not answer',
} as const;

type Listed = Answer<LaneOperations['agentList']>['agents'][number];

function listedLines(agent: Listed, dim: (text: string) => string): string[] {
  const { name, title, state, program, version, tried, guards, problem, next, variables } = agent;
  const held = guards && Object.entries(guards).flatMap(([guard, isThere]) => (isThere ? [guard] : []));
  const facts = [
    ...(program === null ? [] : [oneLine(program)]),
    ...(version === null ? [] : [`version ${oneLine(version)}, as it says`]),
    ...(tried === null ? [] : [`tried with ${tried}`]),
    held === null ? 'nothing known holds it back' : `held back by ${held.join(', ') || 'nothing'}`,
  ];
  return [
    `${oneLine(name)}  ${oneLine(title)}: ${stateWords[state]}`,
    dim(`  ${facts.join(' · ')}`),
    ...[problem, next].flatMap(text => (text === null ? [] : [`  ${oneLine(say(text))}`])),
    ...(variables === null
      ? []
      : [`  gets: ${list(variables.passed)}`, `  does not get: ${list(variables.withheld)}`].map(dim)),
  ];
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.map(oneLine).join(', ');
}

function endText({ agent, lane, endReason, why }: SessionView): string {
  const end = endReason === null ? '' : attemptEnds[endReason];
  return `${oneLine(agent)} in ${oneLine(lane ?? '')} ended: ${end}${why === null ? '.' : `. ${oneLine(why)}`}`;
}

function sessionLines(session: SessionView, view: View): string[] {
  const { agent, state, requested, requestedBy, line, usage, asks, policy, silentSince } = session;
  return [
    session.endReason === null
      ? `${oneLine(agent)} in ${oneLine(session.lane ?? '')}: ${state}${silentSince === null ? '' : `, silent since ${fullTime(silentSince, view)}`}${line === null ? '' : `, ${oneLine(line)}`}`
      : endText(session),
    `  started by ${oneLine(requestedBy)}, ${fullTime(requested, view)}, policy ${policy}`,
    ...asks.map(({ number, title, command, paths, expires }) =>
      [
        `  asks (${number}), until ${fullTime(expires, view)}: ${oneLine(title)}`,
        ...(command === null || command === title ? [] : [`    ${oneLine(command)}`]),
        ...paths.map(path => `    ${oneLine(path)}`),
      ].join('\n'),
    ),
    ...usage.map(figures => `  ${usedText(figures)}`),
  ];
}

type Entry = Answer<LaneOperations['agentTranscript']>['entries'][number];

/** Lines of one update: the texts are an agent's. */
export function entryLines(entry: Entry): string[] {
  const text = (field: string): string => (typeof entry[field] === 'string' ? entry[field] : '');
  switch (entry.kind) {
    case 'message':
      return manyLines(text('text'));
    case 'thought':
      return manyLines(text('text')).map(line => `  (${line})`);
    case 'prompt':
      return manyLines(text('text')).map(line => `> ${line}`);
    case 'tool': {
      const what = text('title') || text('command');
      const state = text('state');
      return what === '' && state !== 'failed'
        ? []
        : [`* ${oneLine(what || text('id'))}${state === '' ? '' : ` [${state}]`}`];
    }
    case 'plan':
      return (Array.isArray(entry.entries) ? entry.entries : []).map(
        ({ text: step, state }: { text?: unknown; state?: unknown }) =>
          `  - ${oneLine(String(step))} [${oneLine(String(state))}]`,
      );
    case 'permission':
      return [
        `? ${oneLine(text('title'))}: ${text('answer')}${text('why') === '' ? '' : ` (${oneLine(text('why'))})`}`,
      ];
    case 'error-output':
      return manyLines(text('text')).map(line => `! ${line}`);
    case 'state':
      return [`-- ${oneLine(text('text'))}`];
    case 'step': {
      const paths = Array.isArray(entry.paths) ? entry.paths.map(String) : [];
      return [`= step ${Number(entry.number)}${paths.length === 0 ? '' : `: ${oneLine(paths.join(', '))}`}`];
    }
    case 'shortened':
      return ['-- The beginning of the transcript was removed.'];
    default:
      return [];
  }
}
