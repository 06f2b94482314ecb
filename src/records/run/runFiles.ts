import type { IntakeRisk } from '../../domain/run/intakePlan.js';
import type { Run, RunContent } from '../../domain/run/run.js';
import { entryId } from '../../domain/run/runContent.js';
import type { FolderEntry } from '../../domain/run/runFolder.js';
import { closeoutPage } from './closeoutPage.js';

export interface WrittenRun {
  readonly run: Pick<
    Run,
    | 'name'
    | 'request'
    | 'intent'
    | 'targetProperties'
    | 'dirtyWorktree'
    | 'intakePlan'
    | 'createdAt'
    | 'status'
    | 'closedAt'
    | 'summary'
    | 'openReason'
    | 'verification'
    | 'residualRisks'
  >;
  readonly content: RunContent;
  readonly entries: readonly FolderEntry[];
}

/** Below the root of a worktree. */
export const runsFolder = '.agents/runs';
export const activeFile = `${runsFolder}/ACTIVE`;
export const ignoreFile = `${runsFolder}/.gitignore`;

/** Below the root of the worktree. */
export function folderOf({ name }: Pick<Run, 'name'>): string {
  return `${runsFolder}/${name}`;
}

/** Request and facts at the start; below the root of the worktree. */
export function problemFileOf({ name }: Pick<Run, 'name'>): string {
  return `${folderOf({ name })}/problem.json`;
}

export function pageOf({ name }: Pick<Run, 'name'>): string {
  return `${folderOf({ name })}/closeout.md`;
}

/** Exist only while a run is closed; below the root of the worktree. */
export function closingFilesOf(run: Pick<Run, 'name'>): readonly string[] {
  return [`${folderOf(run)}/closeout.json`, pageOf(run)];
}

/**
 * A run's files by path below the worktree root, in the format of the program that runs come from. Never read back; git ignores
 * them. `active` is the name of the worktree's active run.
 */
export function runFiles(
  whole: WrittenRun,
  active: string | undefined,
): readonly (readonly [path: string, text: string])[] {
  const { run, entries } = whole;
  const own = folderOf(run);
  const log = (kinds: readonly FolderEntry['kind'][], line: (entry: FolderEntry) => object) =>
    entries
      .filter(({ kind }) => kinds.includes(kind))
      .map(entry => `${sortedJson({ ...line(entry), timestamp: moment(entry.created_at) })}\n`)
      .join('');
  return [
    [ignoreFile, '*\n'],
    [problemFileOf(run), `${sortedJson(problemOf(run), 2)}\n`],
    [
      `${own}/hypotheses.jsonl`,
      log(['hypothesis', 'resolution'], ({ kind, number, text, status }) =>
        kind === 'hypothesis'
          ? { event: 'add', id: entryId('hypothesis', number), status: 'open', text }
          : { event: 'resolve', id: entryId('hypothesis', number), note: text, status },
      ),
    ],
    [
      `${own}/evidence.jsonl`,
      log(['evidence'], ({ number, text, hypothesis }) => ({
        ...{ event: 'add', id: entryId('evidence', number), text },
        hypothesis: hypothesis === null ? null : entryId('hypothesis', hypothesis),
      })),
    ],
    [`${own}/commands.jsonl`, log(['command'], commandOf)],
    [`${own}/learning.jsonl`, log(['learning'], learningOf)],
    ...(run.status === 'closed'
      ? ([
          [`${own}/closeout.json`, `${sortedJson(closeoutOf(whole), 2)}\n`],
          [pageOf(run), closeoutPage(whole)],
        ] as const)
      : []),
    // Last, so that its reader finds the run complete.
    [activeFile, active === undefined ? '' : `${active}\n`],
  ];
}

/** English, for agents. */
const riskTexts: Readonly<Record<IntakeRisk, string>> = {
  fewWords: 'The request is too short to rank files by.',
  noDocument: 'No document matches the request.',
  noTest: 'No test matches the request.',
  uncommitted: 'Files to read have uncommitted changes.',
};

function problemOf(run: WrittenRun['run']): object {
  const { intakePlan: plan } = run;
  const { documents = [], skills = [], tests = [], confidence } = plan ?? {};
  const risks = (plan?.risks ?? []).map(risk => riskTexts[risk]);
  return {
    id: run.name,
    created_at: moment(Date.parse(run.createdAt)),
    request: run.request,
    intent: run.intent,
    target_properties: run.targetProperties,
    intake_plan: plan && { confidence, docs: documents, files: [...skills, ...tests], verify: tests, risks },
    expected_verification: tests,
    risks,
    non_goals: [],
    dirty_worktree: run.dirtyWorktree,
  };
}

function commandOf({ number, text, status }: FolderEntry): object {
  return { event: 'add', id: entryId('command', number), command: text, status };
}

function learningOf({ number, learning_kind, text, path, reason, repo_action }: FolderEntry): object {
  const said = { kind: learning_kind, summary: text, path, reason, repo_action };
  return { event: 'add', id: entryId('learning', number), ...said };
}

/** State for programs: hypotheses, and the lines of the logs of commands and learnings. */
export function summaryOf({ run, content, entries }: WrittenRun): object {
  const changedAt = new Map<number, number>();
  for (const { kind, number, created_at } of entries) {
    if (kind === 'hypothesis' || kind === 'resolution') changedAt.set(number, created_at);
  }
  const hypotheses = entries
    .filter(({ kind }) => kind === 'hypothesis')
    .map(({ number, created_at }) => {
      const id = entryId('hypothesis', number);
      const { text = '', status = 'open', notes = [] } = content.hypotheses.find(one => one.id === id) ?? {};
      const updated_at = moment(changedAt.get(number) ?? created_at);
      return { id, text, status, notes, created_at: moment(created_at), updated_at };
    });
  const linesOf = (wanted: FolderEntry['kind'], line: (entry: FolderEntry) => object) =>
    entries
      .filter(({ kind }) => kind === wanted)
      .map(entry => ({ ...line(entry), timestamp: moment(entry.created_at) }));
  return {
    id: run.name,
    request: run.request,
    intent: run.intent,
    hypotheses,
    open_hypotheses: hypotheses.filter(({ status }) => status === 'open'),
    evidence_count: content.evidence.length,
    commands: linesOf('command', commandOf),
    learning: linesOf('learning', learningOf),
  };
}

function closeoutOf(whole: WrittenRun): object {
  const { run } = whole;
  return {
    ...summaryOf(whole),
    closed_at: run.closedAt === null ? null : moment(Date.parse(run.closedAt)),
    residual_risks: run.residualRisks,
    summary: run.summary ?? '',
    verification: run.verification,
  };
}

/** `2026-11-27T09:15:00Z`; `time` in ms UTC. */
function moment(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+/, '');
}

export function sortedJson(value: object, indent?: number): string {
  return JSON.stringify(sortKeys(value), undefined, indent);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sortKeys(part)]),
  );
}
