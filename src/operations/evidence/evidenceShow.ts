import * as z from 'zod';
import { evidenceSchema } from '../../domain/evidence/evidence.js';
import type { EvidenceRow } from '../../domain/evidence/evidenceRow.js';
import { readLeftOut } from '../../domain/evidence/leftOut.js';
import { readRunFacts, runFactsSchema } from '../../domain/evidence/runFacts.js';
import type { Context } from '../../records/context.js';
import { findEvidence, judgedTreeOf, presentEvidenceRow } from '../../records/evidence/evidenceAccess.js';
import { evidenceField, judgedAtField } from '../../records/evidence/evidenceFields.js';
import { defineOperation } from '../operation.js';

const usualTail = 2000;

export const evidenceShow = defineOperation({
  name: 'evidence.show',
  order: 50,
  title: 'Show Evidence',
  asks: true,
  summary: 'Shows one piece of evidence with the end of its output.',
  input: z.strictObject({
    id: evidenceField,
    at: judgedAtField,
    tail: z.int().min(0).max(100_000).optional().describe('Characters of output from its end; 2000 by default'),
  }),
  output: z.object({
    evidence: evidenceSchema,
    /** Circumstances of the run; null for evidence from elsewhere or of older versions. */
    run: runFactsSchema.omit({ named: true }).nullable(),
    /** Tracked files, and folders with all contents, missing in a sparse checkout during the run. */
    notThere: z.array(z.string()),
    /** End of the output; null if none was stored or the file is gone. */
    log: z.string().nullable(),
    /** Characters of output before `log`. */
    leftOut: z.int().nullable(),
  }),
  effect: 'read',
  mcp: { tool: 'get_handoff_state', action: 'evidence_show', brief: '', rare: ['at', 'tail'] },
  cli: { positionals: ['id'], examples: ['evidence show E-4', 'evidence show E-4 --tail 100000'] },
  palette: 'evidence',
  async run(context, { id, at, tail = usualTail }) {
    const judgedTree = await judgedTreeOf(context, at);
    const { row, evidence } = await context.store.read(async transaction => {
      const found = await findEvidence(transaction, id);
      return { row: found, evidence: await presentEvidenceRow(transaction, found, judgedTree) };
    });
    const run = (row.grade === 'observed' ? readRunFacts(row.receipt) : undefined) ?? null;
    const notThere = [...readLeftOut(row.receipt)];
    const log = await readLog(context, row);
    if (log === undefined) return { evidence, run, notThere, log: null, leftOut: null };
    const leftOut = Math.max(0, log.length - tail);
    return { evidence, run, notThere, log: log.slice(leftOut), leftOut };
  },
});

async function readLog({ attachments }: Context, { log_file }: EvidenceRow): Promise<string | undefined> {
  if (log_file === null) return undefined;
  const content = await attachments?.read('evidence', log_file);
  return content === undefined ? undefined : new TextDecoder().decode(content);
}
