import { z } from 'zod';
import { roles } from '../actor/actor.js';
import type { CompactionRow } from './compactionRow.js';

/** Limits of what is kept, in characters; lists in entries. */
export const compactionLimits = { entry: 300, entries: 20, residual: 4000, turnRange: 40, packet: 1500 } as const;

const entries = (what: string) =>
  z
    .array(z.string().trim().min(1).max(compactionLimits.entry))
    .max(compactionLimits.entries)
    .default([])
    .describe(what);

/** What a session hands to the one that goes on. */
export const compactionSummarySchema = z.strictObject({
  done: entries('What is done'),
  open: entries('What is open, and why'),
  next: entries('What to do next'),
  files: entries('Files that matter'),
});
export type CompactionSummary = z.output<typeof compactionSummarySchema>;

/** A compaction as every surface shows it. */
export const compactionSchema = z.object({
  /** `C-t3-rate-limit-0001`. */
  key: z.string(),
  id: z.string().describe('ULID'),
  task: z.string(),
  turnRange: z.string().nullable(),
  summary: compactionSummarySchema,
  residual: z.string().nullable(),
  tokensSaved: z.int().nullable(),
  actor: z.string(),
  role: z.enum(roles),
  harness: z.string().nullable(),
  session: z.string().nullable(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Compaction = z.infer<typeof compactionSchema>;

/** A stored compaction as every surface shows it; `task` is the ref of its task. */
export function presentCompaction(row: Omit<CompactionRow, 'repository_id'>, task: string): Compaction {
  return {
    key: row.key,
    id: row.id,
    task,
    turnRange: row.turn_range,
    summary: JSON.parse(row.summary) as CompactionSummary,
    residual: row.residual,
    tokensSaved: row.tokens_saved,
    actor: row.actor,
    role: row.role,
    harness: row.harness,
    session: row.session,
    branch: row.branch,
    commit: row.commit_sha,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** What a session that starts again is told, in seven lines. */
export interface PacketFields {
  readonly task: string;
  readonly objective: string;
  readonly focus: string | null;
  readonly summary: CompactionSummary | undefined;
}

/** Each of the seven lines has the same room, so that one long list does not drive the others out. */
const lineRepository = 200;

/** The packet for a session that starts again: seven lines, at most 1,500 characters. */
export function compactionPacket({ task, objective, focus, summary }: PacketFields): string {
  const lines: readonly (readonly [string, string])[] = [
    ['Task', task],
    ['Objective', objective],
    ['Focus', focus ?? 'none'],
    ['Done', listed(summary?.done)],
    ['Open', listed(summary?.open)],
    ['Next', listed(summary?.next)],
    ['Files', listed(summary?.files)],
  ];
  return lines.map(([name, text]) => `${name}: ${short(text)}`).join('\n');
}

function listed(texts: readonly string[] = []): string {
  return texts.length === 0 ? 'none' : texts.join('; ');
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= lineRepository ? line : `${line.slice(0, lineRepository - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
