import * as z from 'zod';
import { entryNumber } from './runContent.js';
import {
  commandStatuses,
  type DirtyWorktree,
  hypothesisOutcomes,
  learningKinds,
  type RunEntryRow,
  type RunIntent,
  repoActions,
  runIntents,
  runLimits,
  runNamePattern,
} from './runRow.js';

export type FolderEntry = Pick<
  RunEntryRow,
  | 'kind'
  | 'number'
  | 'status'
  | 'text'
  | 'hypothesis'
  | 'learning_kind'
  | 'repo_action'
  | 'path'
  | 'path_commit'
  | 'reason'
  | 'created_at'
>;

export interface FolderRun {
  readonly name: string;
  readonly request: string;
  readonly intent: RunIntent;
  readonly targetProperties: string[];
  readonly dirtyWorktree: DirtyWorktree;
  /** ms UTC, like all times here. */
  readonly createdAt: number;
  readonly entries: readonly FolderEntry[];
  readonly closing?:
    | {
        readonly at: number;
        readonly summary: string | null;
        readonly verification: string[];
        readonly residualRisks: string[];
      }
    | undefined;
  /** Files with a truncated last line, as after a kill; that line is ignored. */
  readonly torn: readonly string[];
}

/** Reason a folder is not a run; `line` is undefined for a file with a single JSON value. */
export interface FolderProblem {
  readonly file: string;
  readonly line?: number | undefined;
}

/** Logs of a run; this order breaks ties between entries of the same second. */
export const logFiles = ['hypotheses.jsonl', 'evidence.jsonl', 'commands.jsonl', 'learning.jsonl'] as const;
export const runFolderFiles = ['problem.json', ...logFiles, 'closeout.json'] as const;

const maxEntries = 100_000;
/** Max number of an imported entry: later numbers continue from it and must still be valid ids. */
const maxNumber = 999_999;

const words = z.string().transform(text => cut(text.replaceAll('\0', '').trim()));
const time = z.string().transform((text, check) => {
  const at = Date.parse(text);
  if (Number.isNaN(at)) check.addIssue('no time');
  return at;
});
const dirtyPaths = z
  .array(z.string())
  .transform(paths => paths.slice(0, runLimits.dirty).map(path => cut(path, runLimits.path)));
const lines = z.array(words).max(runLimits.list).catch([]);
const problemSchema = z.object({
  id: z.string().regex(runNamePattern).max(runLimits.name),
  created_at: time,
  request: words.refine(text => text !== ''),
  intent: z.enum(runIntents),
  target_properties: z.array(z.string().max(200)).max(runLimits.list).catch([]),
  dirty_worktree: z.object({ available: z.boolean(), paths: dirtyPaths }).catch({ available: false, paths: [] }),
});
const closeoutSchema = z.object({
  closed_at: time,
  summary: words.catch(''),
  verification: lines,
  residual_risks: lines,
});

const numberOf = (kind: Parameters<typeof entryNumber>[0]) =>
  z.string().transform((id, check) => {
    const number = entryNumber(kind, id);
    if (number === undefined || number > maxNumber) check.addIssue('no id');
    return number ?? 0;
  });
const blank = {
  ...{ status: null, hypothesis: null, learning_kind: null, repo_action: null },
  ...{ path: null, path_commit: null, reason: null },
};
const optional = (limit: number) =>
  z
    .string()
    .transform(text => cut(text, limit))
    .nullish()
    .transform(text => text || null);

const logSchemas: Readonly<Record<(typeof logFiles)[number], z.ZodType<FolderEntry>>> = {
  'hypotheses.jsonl': z.union([
    z
      .object({ event: z.literal('add'), id: numberOf('hypothesis'), text: words, timestamp: time })
      .transform(({ id, text, timestamp }) => entry('hypothesis', id, text, timestamp, {})),
    z
      .object({
        event: z.literal('resolve'),
        id: numberOf('hypothesis'),
        note: words.nullish(),
        status: z.enum(hypothesisOutcomes),
        timestamp: time,
      })
      .transform(({ id, note, status, timestamp }) => entry('resolution', id, note ?? '', timestamp, { status })),
  ]),
  'evidence.jsonl': z
    .object({ id: numberOf('evidence'), text: words, hypothesis: numberOf('hypothesis').nullish(), timestamp: time })
    .transform(({ id, text, hypothesis, timestamp }) =>
      entry('evidence', id, text, timestamp, { hypothesis: hypothesis ?? null }),
    ),
  'commands.jsonl': z
    .object({ id: numberOf('command'), command: words, status: z.enum(commandStatuses), timestamp: time })
    .transform(({ id, command, status, timestamp }) => entry('command', id, command, timestamp, { status })),
  'learning.jsonl': z
    .object({
      id: numberOf('learning'),
      kind: z.enum(learningKinds),
      summary: words,
      repo_action: z.enum(repoActions),
      path: optional(runLimits.path),
      reason: optional(runLimits.text),
      timestamp: time,
    })
    .transform(({ id, kind, summary, repo_action, path, reason, timestamp }) =>
      entry('learning', id, summary, timestamp, { learning_kind: kind, repo_action, path, reason }),
    ),
};

/** Skips and reports a truncated last line; any other mismatch is a problem. Cuts texts that are too long. */
export function readRunFolder(files: Readonly<Record<string, string | undefined>>): FolderRun | FolderProblem {
  const problem = problemSchema.safeParse(json(files['problem.json'] ?? ''));
  if (!problem.success) return { file: 'problem.json' };
  const torn: string[] = [];
  const dated: { entry: FolderEntry; at: number }[] = [];
  for (const file of logFiles) {
    // The file's order counts, even if the clock was set back.
    let at = Number.NEGATIVE_INFINITY;
    const rows = (files[file] ?? '').split('\n');
    for (const [index, row] of rows.entries()) {
      if (row.trim() === '') continue;
      const parsed = logSchemas[file].safeParse(json(row));
      if (parsed.success) {
        at = Math.max(at, parsed.data.created_at);
        dated.push({ entry: parsed.data, at });
      } else if (index === rows.length - 1 && json(row) === undefined) torn.push(file);
      else return { file, line: index + 1 };
      if (dated.length > maxEntries) return { file, line: index + 1 };
    }
  }
  // A stable sort: entries of the same second keep the order of the files.
  const entries = dated.sort((one, other) => one.at - other.at).map(({ entry }) => entry);
  const known = new Set(entries.flatMap(({ kind, number }) => (kind === 'hypothesis' ? [number] : [])));
  const lost = entries.find(({ kind, number, hypothesis }) =>
    kind === 'resolution' ? !known.has(number) : hypothesis !== null && !known.has(hypothesis),
  );
  if (lost !== undefined) return { file: lost.kind === 'evidence' ? 'evidence.jsonl' : 'hypotheses.jsonl' };
  const written = files['closeout.json'];
  const closeout = written === undefined ? undefined : closeoutSchema.safeParse(json(written));
  if (closeout?.success === false) torn.push('closeout.json');
  const { id, created_at, request, intent, target_properties, dirty_worktree } = problem.data;
  return {
    ...{ name: id, request, intent, targetProperties: target_properties, createdAt: created_at, torn },
    ...{ dirtyWorktree: dirty_worktree, entries },
    closing: closeout?.data && {
      at: closeout.data.closed_at,
      summary: closeout.data.summary || null,
      verification: closeout.data.verification,
      residualRisks: closeout.data.residual_risks,
    },
  };
}

function entry(
  kind: FolderEntry['kind'],
  number: number,
  text: string,
  created_at: number,
  more: Partial<FolderEntry>,
): FolderEntry {
  return { ...blank, kind, number, text, created_at, ...more };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cut(text: string, limit: number = runLimits.text): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
