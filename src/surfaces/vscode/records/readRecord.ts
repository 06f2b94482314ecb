import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { openStatuses } from '../../../domain/lane/laneStatus.js';
import { type Refusal, RefusalError, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import { commandOf } from '../../../operations/commandOf.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import { findingReply } from '../../../operations/finding/findingReply.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { loadRunOperations } from '../../../operations/loadRunOperations.js';
import { queueEdit } from '../../../operations/queue/queueEdit.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { repositoryNow } from '../../../operations/repository/repositoryNow.js';
import { storeCheck } from '../../../operations/store/storeCheck.js';
import { taskRestore } from '../../../operations/task/taskRestore.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import type { Log } from '../../../platform/log.js';
import { findingPage } from '../../../present/findingPage.js';
import { findingRow } from '../../../present/findingRow.js';
import { titledLanePage } from '../../../present/lanePage.js';
import { runPage } from '../../../present/runPage.js';
import { runRow } from '../../../present/runRows.js';
import { taskPage } from '../../../present/taskPage.js';
import { taskRow } from '../../../present/taskRows.js';
import type { RowCommand } from '../../../present/viewRow.js';
import { workItemPage } from '../../../present/workItemPage.js';
import type { RecordKind, RecordState } from '../../../protocol/recordState.js';
import { locateFinding } from '../problems/placedFinding.js';
import type { Repository } from '../repository.js';
import { causeOf } from '../support/inEditorsLanguage.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { RecordCommands } from '../support/recordCommands.js';
import { translate as t } from '../support/translate.js';
import { itemRow } from '../views/queue/queueRows.js';
import { type LaneReading, readLaneParts } from './laneParts.js';
import { recordPen as pen, presentFailure, presentRecord, type RecordParts } from './presentRecord.js';
import { changeable, questionParts } from './questionParts.js';
import { runSections } from './runSections.js';
import {
  gatesSection,
  type JudgedTask,
  lanesOf,
  lanesSection,
  notJudged,
  repliesSection,
  taskSection,
  tasksOf,
} from './threadSections.js';

/** Max latest events of the timeline searched for those of a lane or an investigation. */
const searchedEvents = 500;
const maxTasks = 3;

const kinds = new Map<string, RecordKind>([
  ['W', 'item'],
  ['T', 'task'],
  ['L', 'lane'],
  ['F', 'finding'],
  ['R', 'run'],
  ['c', 'connect'],
]);

/** The kind of a record by its reference; undefined if it has no such page. */
export function kindOfRef(ref: string): RecordKind | undefined {
  return kinds.get(ref[0] ?? '');
}

interface RecordReading extends LaneReading {
  readonly shownEvents: number;
  readonly log: Log;
  connect(repository: string, ref: string, commands: RecordCommands): Promise<RecordState>;
}

export interface LoadedRecord {
  readonly state: RecordState;
  readonly commands: RecordCommands;
  /** Creates the command that answers the question. */
  readonly answer: ((text: string) => RowCommand) | undefined;
  /** The task whose gates are on the page. */
  readonly judged: JudgedTask | undefined;
  /** The lane whose changed files are on the page. */
  readonly changing: Lane | undefined;
  /** Time of the next change without a write to the store, ms UTC. */
  readonly nextChangeAt: number | undefined;
}

type Found = RecordParts & Partial<Omit<LoadedRecord, 'state' | 'commands'>>;

/** Reads the page of a record; never rejects: a failure is a state too. */
export async function readRecord(
  repository: Repository | undefined,
  ref: string,
  reading: RecordReading,
): Promise<LoadedRecord> {
  const commands = new RecordCommands();
  const kind = kindOfRef(ref) ?? 'item';
  const nothing = { commands, answer: undefined, judged: undefined, changing: undefined, nextChangeAt: undefined };
  try {
    if (kind === 'connect') {
      return { ...nothing, state: await reading.connect(repository?.id ?? '', ref, commands) };
    }
    if (repository === undefined) throw new RefusalError(notOpen());
    const found = await readers[kind](repository, ref, reading, commands);
    const surroundings = { ...reading, health: await repository.health() };
    const { answer, judged, changing, nextChangeAt } = found;
    return { state: presentRecord(found, surroundings, commands), commands, answer, judged, changing, nextChangeAt };
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'not_found') {
      return { ...nothing, state: presentFailure(kind, ref, error.refusal) };
    }
    reading.log.error(`The page of ${ref} could not be read.`, error);
    const said = error instanceof RefusalError ? error.refusal : { message: verbatim(causeOf(error)) };
    const acts = [commandOf(storeCheck), 'stateroom.showLog'].map((command, index) => ({
      ...commands.add(command, reading.titleOf(command), { command, arguments: [] }),
      rank: index === 0 ? ('first' as const) : ('shown' as const),
    }));
    return { ...nothing, state: { ...presentFailure(kind, ref, said), acts } };
  }
}

function notOpen(): Refusal {
  return refuse('not_found', verbatim(l10n.t('The repository of this page is not open in this window.')));
}

type Reader = (repository: Repository, ref: string, reading: RecordReading, commands: RecordCommands) => Promise<Found>;

const readers: Readonly<Record<Exclude<RecordKind, 'connect'>, Reader>> = {
  item: readItem,
  task: readTask,
  lane: readLane,
  finding: readFinding,
  run: readRun,
};

async function readItem(
  repository: Repository,
  ref: string,
  reading: RecordReading,
  commands: RecordCommands,
): Promise<Found> {
  const { shownEvents, now, isTrusted, judgement, titleOf } = reading;
  const shown = await invokeOrThrow(repository, queueShow, { id: ref });
  const { item } = shown;
  const { events, nextCursor } = await invokeOrThrow(repository, eventsTail, { workItem: item.id, limit: shownEvents });
  const row = itemRow(item, now);
  const tasks = (await tasksOf(repository, item.ref)).slice(0, maxTasks);
  const lanes = await lanesOf(repository, item.ref);
  const current = lanes.findLast(({ status }) => openStatuses.includes(status));
  const lane = current && (await readLaneParts(repository, current, reading, commands));
  const live = lane === undefined ? tasks.find(({ status }) => status !== 'done') : undefined;
  const ofTask = live && { task: live.ref, folder: live.workTree ?? undefined };
  const judged = lane?.judged ?? (isTrusted ? ofTask : undefined);
  const taskSections = await Promise.all(tasks.map(task => taskSection(repository, task.ref)));
  const asked = item.status === 'waiting_human' ? questionParts(item, commands) : undefined;
  const isNoted = isTrusted && item.section !== 'done';
  const agent = asked === undefined && isTrusted ? lane?.agent : undefined;
  return {
    kind: 'item',
    page: workItemPage({ ...shown, events, more: nextCursor !== null }, pen),
    row,
    view: 'stateroom.queue',
    node: { id: item.id, row },
    ...(item.status === 'in_flight' && lane?.lead !== undefined ? { lead: lane.lead } : {}),
    question: asked?.question ?? agent?.question ?? (isNoted ? { from: null, text: null, isNote: true } : null),
    sections: [
      ...(asked?.sections ?? (isNoted ? changeable(item, commands) : [])),
      ...(lane === undefined ? [] : [lane.own, ...lane.sections]),
      ...lanesSection(
        lanes.filter(one => one !== current),
        current === undefined ? l10n.t('Lanes') : l10n.t('Other lanes'),
      ),
      ...taskSections,
      ...(ofTask === undefined
        ? []
        : gatesSection(repository, ofTask, isTrusted ? judgement : notJudged(), commands, titleOf)),
    ],
    ...(asked !== undefined
      ? { answer: asked.answer }
      : agent?.question != null
        ? { answer: agent.answer }
        : isNoted
          ? { answer: text => ({ command: commandOf(queueEdit), arguments: [{ id: item.ref, addNotes: text }] }) }
          : {}),
    ...(judged === undefined ? {} : { judged }),
    ...(lane?.changing === undefined ? {} : { changing: lane.changing }),
    nextChangeAt: earlier(row.changesAt, lane?.agent?.nextChangeAt),
  };
}

async function readTask(
  repository: Repository,
  ref: string,
  { shownEvents, isTrusted, judgement, titleOf }: RecordReading,
  commands: RecordCommands,
): Promise<Found> {
  const shown = await invokeOrThrow(repository, taskShow, { task: ref });
  const { task } = shown;
  const { events, nextCursor } = await invokeOrThrow(repository, eventsTail, { about: task.ref, limit: shownEvents });
  const isLive = task.status !== 'done' && task.archivedAt === null;
  const row = taskRow(task, false, t);
  // As in the view: another live task can be switched to, a finished one offers nothing. The current task needs git.
  const atHand = isLive && isTrusted ? (await invokeOrThrow(repository, repositoryNow, {})).task : null;
  const kind = atHand?.ref === task.ref ? 'task' : 'otherTask';
  const contextValue = isLive ? `now ${kind} status:${task.status}` : '';
  const judged = isLive ? { task: task.ref, folder: task.workTree ?? undefined } : undefined;
  return {
    kind: 'task',
    page: { ...taskPage(shown, pen), timeline: { events, more: nextCursor !== null } },
    row: { ...row, contextValue },
    view: 'stateroom.now',
    node: { id: row.id, row },
    ...(task.archivedAt === null || !isTrusted ? {} : { lead: restores(task.ref, titleOf) }),
    question: null,
    sections:
      judged === undefined
        ? []
        : gatesSection(repository, judged, isTrusted ? judgement : notJudged(), commands, titleOf),
    ...(judged === undefined || !isTrusted ? {} : { judged }),
    nextChangeAt: undefined,
  };
}

function restores(task: string, titleOf: RecordReading['titleOf']): NonNullable<Found['lead']> {
  const command = commandOf(taskRestore);
  return { command, arguments: [{ task }], label: titleOf(command) };
}

async function readLane(
  repository: Repository,
  ref: string,
  reading: RecordReading,
  commands: RecordCommands,
): Promise<Found> {
  const { shownEvents } = reading;
  const { laneShow } = await loadLaneOperations();
  const lane = await invokeOrThrow(repository, laneShow, { lane: ref });
  const latest = await invokeOrThrow(repository, eventsTail, { limit: searchedEvents });
  const own = latest.events.filter(({ payload }) => payload.lane === lane.ref);
  const events = own.slice(0, shownEvents);
  const more = own.length > events.length || latest.nextCursor !== null;
  const parts = await readLaneParts(repository, lane, reading, commands);
  const { row, question, agent, sections, judged, changing } = parts;
  return {
    kind: 'lane',
    page: titledLanePage(lane, pen, events, more),
    row,
    view: 'stateroom.lanes',
    node: { id: lane.id, row: { type: 'lane', lane, ...row } },
    question:
      question === undefined
        ? (agent?.question ?? null)
        : { from: question.from, text: question.text ?? question.subject },
    sections,
    ...(question !== undefined
      ? { answer: text => ({ command: 'stateroom.lane.answer', arguments: [{ message: question.ref, text }] }) }
      : agent === undefined
        ? {}
        : { answer: agent.answer }),
    ...(judged === undefined ? {} : { judged }),
    ...(changing === undefined ? {} : { changing }),
    nextChangeAt: earlier(row.changesAt, agent?.nextChangeAt),
  };
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

async function readFinding(repository: Repository, ref: string, { shownEvents }: RecordReading): Promise<Found> {
  const { finding } = await invokeOrThrow(repository, findingShow, { id: ref });
  const { events, nextCursor } = await invokeOrThrow(repository, eventsTail, { finding: ref, limit: shownEvents });
  const place = await locateFinding(repository, ref);
  const row = findingRow(finding, { place }, t);
  // Already above the details on this page.
  const { parts: _, ...page } = findingPage({ finding, place, events, more: nextCursor !== null }, pen);
  return {
    kind: 'finding',
    page,
    row,
    view: 'stateroom.findings',
    node: { id: finding.id, row: { type: 'finding', finding, ...row } },
    question: { from: null, text: null, isReply: true },
    answer: text => ({ command: commandOf(findingReply), arguments: [{ id: finding.id, text }] }),
    sections: repliesSection(finding),
    nextChangeAt: row.changesAt,
  };
}

async function readRun(
  repository: Repository,
  ref: string,
  { shownEvents, now, isTrusted, titleOf }: RecordReading,
  commands: RecordCommands,
): Promise<Found> {
  const { runShow } = await loadRunOperations();
  const { run, content, decisions, slice } = await invokeOrThrow(repository, runShow, { run: ref });
  const latest = await invokeOrThrow(repository, eventsTail, { limit: searchedEvents });
  const own = latest.events.filter(({ payload }) => payload.run === run.ref);
  const events = own.slice(0, shownEvents);
  const row = runRow(run, content, repository.top, now, t);
  return {
    kind: 'run',
    page: runPage(
      { run, decisions, slice, events, more: own.length > events.length || latest.nextCursor !== null },
      pen,
    ),
    row,
    view: 'stateroom.investigations',
    node: { id: run.id, row },
    question: null,
    sections: runSections(row, isTrusted && run.status === 'active', commands, titleOf),
    nextChangeAt: row.changesAt,
  };
}
