import { existsSync } from 'node:fs';
import { l10n } from 'vscode';
import type { Evidence } from '../../../domain/evidence/evidence.js';
import type { Finding } from '../../../domain/finding/finding.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { isRefusal, unlessRefused } from '../../../domain/refusal/refusal.js';
import type { Task } from '../../../domain/task/task.js';
import { visibleText } from '../../../domain/text/visibleText.js';
import type { GateReason } from '../../../gates/gate.js';
import { commandOf } from '../../../operations/commandOf.js';
import { evidenceList } from '../../../operations/evidence/evidenceList.js';
import { evidenceRun } from '../../../operations/evidence/evidenceRun.js';
import { gateList } from '../../../operations/gate/gateList.js';
import { gateSteps } from '../../../operations/gateSteps.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { taskList } from '../../../operations/task/taskList.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import { laneViewRow } from '../../../present/laneViewRow.js';
import type { Look } from '../../../present/look.js';
import { fieldsOf } from '../../../present/pageSections.js';
import { proofFacts } from '../../../present/slicePage.js';
import { plainOf, spansOf } from '../../../present/spanPen.js';
import { sliceStatusLooks, taskStatusLooks } from '../../../present/status.js';
import { taskPage } from '../../../present/taskPage.js';
import { besideRef, type RowCommand } from '../../../present/viewRow.js';
import type { RecordRow, RecordSection } from '../../../protocol/recordState.js';
import { type RepositoryRef, standingOf } from '../repository/repositoryRef.js';
import type { Repository } from '../repository.js';
import { causeOf, inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import type { RecordCommands } from '../support/recordCommands.js';
import { readRequiredRuns } from '../support/requiredRuns.js';
import { translate as t } from '../support/translate.js';
import { type GateState, gateRows, remedy } from '../views/now/gateRows.js';
import { recordPen as pen, section } from './presentRecord.js';
import { iconOf, rowOfView } from './recordRows.js';

/** Max rows of one list; the views and the commands have the others. */
export const maxRows = 50;
/** Max tasks searched for those of a work item, last changed first. */
const searchedTasks = 200;
export type TitleOf = (command: string) => string;

/** A task or a lane's branch, and its worktree. */
export interface JudgedTask {
  /** Undefined for a lane without a task: it has the repository's required commands, and no gate. */
  readonly task: string | undefined;
  readonly branch?: string | undefined;
  /** The top of its worktree; undefined if it is not on this machine. */
  readonly folder: string | undefined;
}

export interface Judgement {
  readonly gates: GateState;
  /** Newest first. */
  readonly evidence: readonly Evidence[];
  /** Required commands; absent if gates name them. */
  readonly required?: readonly string[];
}

/** Tasks of a work item, last changed first. */
export async function tasksOf(repository: Repository, item: string): Promise<readonly Task[]> {
  const { tasks } = await invokeOrThrow(repository, taskList, { limit: searchedTasks });
  return tasks.filter(({ workItem }) => workItem === item);
}

/** Lanes of a work item, including ended ones, without running git. */
export async function lanesOf(repository: Repository, item: string): Promise<readonly Lane[]> {
  if (!(await repository.hasLanes())) return [];
  const { laneList } = await loadLaneOperations();
  const { lanes } = await invokeOrThrow(repository, laneList, { all: true, noDistance: true });
  return lanes.filter(({ workItem }) => workItem === item);
}

/** A task with its slices, its plan and its open actions. */
export async function taskSection(repository: Repository, ref: string): Promise<RecordSection> {
  const shown = await invokeOrThrow(repository, taskShow, { task: ref });
  const { task, slices } = shown;
  const page = taskPage(shown, pen);
  const { blocks } = fieldsOf(
    page.fields.filter(([name]) => name !== t('Slices') && name !== t('Work item')),
    { t },
  );
  const [own] = section(`task.${task.ref}`, t('Task {0}', task.ref), blocks);
  const status: RecordRow = {
    icon: iconOfStatus(taskStatusLooks[task.status]),
    line: [{ text: task.ref, ref: task.ref }, { text: ` ${plainOf(page.title)}` }],
    detail: null,
    act: null,
    inner: false,
  };
  const sliceRows = slices.slice(0, maxRows).map(({ ref: slice, title, status: state }): RecordRow => {
    const look = sliceStatusLooks[state];
    return {
      icon: iconOfStatus(look),
      line: spansOf(`${slice} ${pen.text(title)} — ${look.word(t)}`),
      ...{ detail: null, act: null, inner: false },
    };
  });
  return {
    id: `task.${task.ref}`,
    title: t('Task {0}', task.ref),
    blocks: [
      { kind: 'rows', heading: null, rows: [status], none: null },
      ...(own?.blocks ?? []),
      ...(sliceRows.length === 0 ? [] : [{ kind: 'rows' as const, heading: t('Slices'), rows: sliceRows, none: null }]),
    ],
  };
}

export function lanesSection(lanes: readonly Lane[], title: string): RecordSection[] {
  if (lanes.length === 0) return [];
  const rows = lanes.slice(-maxRows).map(lane => rowOfView(laneRow(lane), null, { refs: [lane.ref] }));
  return [{ id: 'lanes', title, blocks: [{ kind: 'rows', heading: null, rows, none: null }] }];
}

function laneRow(lane: Lane) {
  const row = laneViewRow(lane, {}, t);
  return { ...row, id: lane.id, label: laneLabel(lane), description: besideRef(lane.ref, row) };
}

export function replyRows({ replies }: Finding): RecordRow[] {
  return replies.map(({ actor, role, at, text }) => ({
    icon: { name: role === 'human' ? 'person' : 'robot', tone: 'none' },
    line: spansOf(t('{0}, {1}', pen.text(actor), pen.time(at))),
    detail: visibleText(text),
    ...{ act: null, inner: false },
  }));
}

export function repliesSection(finding: Finding): RecordSection[] {
  const rows = replyRows(finding);
  if (rows.length === 0) return [];
  return [{ id: 'replies', title: l10n.t('Replies'), blocks: [{ kind: 'rows', heading: null, rows, none: null }] }];
}

/** Judges a task in its worktree; never rejects. */
export async function judge(
  repository: Repository,
  { task, folder, branch }: JudgedTask,
  signal: AbortSignal,
): Promise<Judgement> {
  // Check the folder: the task may have been started on another machine.
  const options = folder !== undefined && existsSync(folder) ? { signal, folder } : { signal };
  try {
    if (task === undefined) {
      return { gates: { state: 'judged', gates: [] }, ...(await readRequiredRuns(repository, branch, options)) };
    }
    const answer = await repository.invoke(gateList, { task }, options);
    if (isRefusal(answer)) return { gates: unknown(inEditorsLanguage(answer.message)), evidence: [] };
    const { evidence } = unlessRefused(await repository.invoke(evidenceList, { task, limit: 100 }, options));
    return { gates: { state: 'judged', gates: answer.gates }, evidence };
  } catch (error) {
    return { gates: unknown(l10n.t('Could not check the gates: {0}', causeOf(error))), evidence: [] };
  }
}

/** The judgement in Restricted Mode, which does not allow git. */
export const notJudged = (): Judgement => ({
  gates: unknown(l10n.t('Gates run git, which Restricted Mode does not allow.')),
  evidence: [],
});

function unknown(reason: string): GateState {
  return { state: 'unknown', reason };
}

/** The gates of a task with the remedy for each reason, and each command that needs evidence. */
export function gatesSection(
  repository: Repository,
  judged: JudgedTask,
  judgement: Judgement | undefined,
  commands: RecordCommands,
  titleOf: TitleOf,
): RecordSection[] {
  const hasGates = judged.task !== undefined;
  const { gates, evidence } = judgement ?? { gates: { state: 'judging' as const }, evidence: [] };
  const at = placeOf(repository, judged);
  const act = (id: string, command: RowCommand | undefined): RecordRow['act'] =>
    command === undefined ? null : commands.add(id, labelOf(command, titleOf), command);
  const answers = gates.state === 'judged' ? gates.gates : [];
  const rows = (hasGates ? gateRows(gates) : []).flatMap((gate, index) => {
    const reasons = answers[index] === undefined ? [] : [...answers[index].reasons, ...answers[index].warnings];
    const inner = (gate.children ?? []).map((row, place) => {
      const reason = reasons[place];
      const command = reason === undefined ? undefined : at === undefined ? remedy(reason) : remedyAt(reason, at);
      return rowOfView(row, act(row.id, command), { inner: true });
    });
    return [
      rowOfView(
        { ...gate, description: gate.description || (typeof gate.tooltip === 'string' ? gate.tooltip : '') },
        null,
      ),
      ...inner,
    ];
  });
  const required = judgement?.required ?? answers.flatMap(answer => answer.commands);
  const ofTask = judged.task === undefined ? {} : { task: judged.task };
  const proofs = [...new Set(required)].map((command): RecordRow => {
    const found = evidence.find(one => one.command === command);
    const run = {
      command: commandOf(evidenceRun),
      arguments: [{ ...ofTask, command: [command], directory: '' }],
    };
    return {
      icon: proofIcon(found),
      line: spansOf(`${pen.code(command)} — ${found === undefined ? l10n.t('no evidence') : proofFacts(found, pen)}`),
      detail: null,
      act: act(`proof.${command}`, { ...run, arguments: [...run.arguments, at ?? standingOf(repository)] }),
      inner: false,
    };
  });
  if (judgement !== undefined && gates.state === 'judged' && proofs.length === 0) {
    const line = [{ text: l10n.t('No commands are required.') }];
    const asked = act('requireCommand', { command: 'stateroom.requireCommand', arguments: [] });
    proofs.push({ icon: null, line, detail: null, act: asked, inner: false });
  }
  const reason = gates.state === 'unknown' ? [{ kind: 'prose' as const, heading: null, text: gates.reason }] : [];
  const blocks = [
    ...(hasGates ? [{ kind: 'rows' as const, heading: null, rows, none: null }] : []),
    ...reason,
    ...(proofs.length === 0
      ? []
      : [{ kind: 'rows' as const, heading: hasGates ? t('Evidence') : null, rows: proofs, none: null }]),
  ];
  const title = hasGates ? t('Gates') : l10n.t('Required commands');
  return blocks.length === 0 ? [] : [{ id: 'gates', title, blocks }];
}

/** The worktree of a task, if it differs from the one in the Now view. */
function placeOf(repository: Repository, { folder }: JudgedTask): RepositoryRef | undefined {
  if (folder === undefined || folder === repository.top) return undefined;
  return { repository: repository.id, folder, top: folder };
}

/** The first remedy for a reason, in the task's own worktree: those of the Now view act on the current task's. */
function remedyAt(reason: GateReason, at: RepositoryRef): RowCommand | undefined {
  const [step] = gateSteps(reason);
  return step && { command: commandOf(step.operation), arguments: [step.input, at] };
}

export function labelOf({ command }: RowCommand, titleOf: TitleOf): string {
  const title = titleOf(command);
  return title === command ? l10n.t('Show') : title;
}

function iconOfStatus({ icon, color }: Look): RecordRow['icon'] {
  return iconOf(icon, color);
}

function proofIcon(found: Evidence | undefined): RecordRow['icon'] {
  if (found === undefined) return { name: 'circle-large-outline', tone: 'none' };
  if (!found.passed) return { name: 'error', tone: 'error' };
  return found.fresh === false ? { name: 'watch', tone: 'warning' } : { name: 'pass', tone: 'good' };
}
