import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { compactionDefinition } from './compactionRow.js';

/** Max characters of texts, and entries of lists. */
export const compactionLimits = { entry: 2000, entries: 20, residual: 4000, turnRange: 40, packet: 1500 } as const;

const entries = (what: string) =>
  z
    .array(z.string().trim().min(1).max(compactionLimits.entry))
    .max(compactionLimits.entries)
    .default([])
    .describe(what);

export const compactionSummarySchema = z.strictObject({
  done: entries('What is done'),
  open: entries('What is open, and why'),
  next: entries('What to do next'),
  files: entries('Files that matter'),
});
export type CompactionSummary = z.output<typeof compactionSummarySchema>;

export const compactionSchema = z.object({
  ...shownShape(compactionDefinition),
  summary: compactionSummarySchema,
});
export type Compaction = z.infer<typeof compactionSchema>;

export interface PacketFields {
  readonly task: string;
  readonly objective: string;
  readonly focus: string | null;
  readonly summary: CompactionSummary | undefined;
}

/** Equal space for each of the seven lines, so that one long list does not crowd out the others. */
const lineRepository = 200;

/** Builds the packet for a restarted session: seven lines, at most 1,500 characters. */
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
