import * as z from 'zod';
import type { Provenance } from '../../domain/actor/provenance.js';
import { findingSchema } from '../../domain/finding/finding.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { findingLimits } from '../../domain/finding/findingRow.js';
import type { ForeignReport } from '../../domain/finding/foreignFinding.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { type Refusal, RefusalError, refuse } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { type CheckedFinding, readPath } from '../../records/finding/checkFinding.js';
import { changeFinding, presentFindings } from '../../records/finding/findingAccess.js';
import { repositoryField, runField, taskField } from '../../records/finding/findingFields.js';
import { historyOf } from '../../records/finding/findingHistory.js';
import { recordFindings } from '../../records/finding/recordFindings.js';
import { provenanceOf } from '../../records/provenance.js';
import { placeOf } from '../../records/task/taskAccess.js';
import { wordsField } from '../../records/textFields.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { readForeignFindings } from './readForeignFindings.js';
import { readReport } from './readReport.js';
import { ownerOf } from './recordCheckedFindings.js';

/** Max skipped results and missing findings in an answer; all are counted. */
const maxNamed = 20;

export const findingImport = defineOperation({
  name: 'finding.import',
  order: 160,
  title: 'Import Findings',
  asks: true,
  summary: 'Imports a SARIF 2.1.0 file, or review comments as JSON, without duplicates; counts what it skips.',
  input: z.strictObject({
    report: z.string().optional().describe('The report; on the command line a file, or - for stdin'),
    path: wordsField(findingLimits.path).optional().describe('File with the report in the worktree, instead of report'),
    base: wordsField(4096).optional().describe('Repository root in the report’s paths, if the tool ran elsewhere'),
    closeMissing: z
      .boolean()
      .optional()
      .describe('Mark earlier findings of the same tool that it no longer reports as fixed; for a person'),
    task: taskField,
    repository: repositoryField,
    run: runField,
  }),
  output: z.object({
    recorded: z.int(),
    known: z.int(),
    reopened: z.int(),
    firstRef: z.string().nullable(),
    lastRef: z.string().nullable(),
    suppressed: z.int(),
    skipped: z.object({ count: z.int(), reasons: z.array(z.string()) }),
    /** Results recorded without an inapplicable part, such as lines that a file lacks. */
    adjusted: z.object({ count: z.int(), reasons: z.array(z.string()) }),
    /** Open findings of the same tools that the report lacks. */
    missing: z.object({ count: z.int(), closed: z.int(), findings: z.array(findingSchema) }),
  }),
  effect: 'write',
  mcp: {
    tool: 'review_findings',
    action: 'import',
    brief: 'report: SARIF or comments',
    json: ['report'],
    rare: ['report', 'base', 'closeMissing', 'task', 'repository', 'run'],
  },
  cli: {
    paths: { path: 'path' },
    positionals: ['report'],
    files: ['report'],
    exclusive: [
      ['report', 'path'],
      ['task', 'repository'],
    ],
    examples: [
      'finding import eslint.sarif',
      'finding import codeql.sarif --base /builds/app --repository',
      'finding import eslint.sarif --close-missing',
    ],
  },
  palette: 'repository',
  async run(context, { report: given, path, base, closeMissing = false, ...home }) {
    if (closeMissing && context.actor.role === 'agent') return onlyPeopleClose();
    const report = readReport(given ?? (await readFrom(context, path)));
    const { findings, skipped, adjusted } = await readForeignFindings(context, report.findings, base);
    const allSkipped = [...report.skipped, ...skipped];
    const isWhole = report.isWhole && skipped.length + adjusted.length + report.adjusted.length === 0;
    if (closeMissing && !isWhole) return notWhole(allSkipped.length + adjusted.length);
    if (context.signal?.aborted) return stopped();
    const provenance = await provenanceOf(context);
    const place = await placeOf(context);
    const history = await historyOf(
      context,
      findings.map(({ fingerprint }) => fingerprint),
    );
    const { actor, ids, store } = context;
    // A refused import must not create a store; creating it first also avoids writing a large report twice.
    await store.read(transaction => ownerOf(transaction, place, home, 'finding.import'));
    await store.create();
    return store.transaction(async transaction => {
      const owner = await ownerOf(transaction, place, home, 'finding.import');
      const now = context.clock.now();
      const missing = await missingFrom(transaction, owner.taskId, report, findings);
      const recorded = await recordFindings(
        transaction,
        findings.map(finding => ({ ...finding, ...owner })),
        { actor, provenance, now, ids, history },
      );
      const count = (outcome: string): number => recorded.filter(entry => entry.outcome === outcome).length;
      const fresh = recorded.flatMap(({ row, outcome }) => (outcome === 'recorded' ? [row.number] : []));
      const closed = closeMissing ? await close(transaction, missing, { context, provenance, now }) : missing;
      return {
        recorded: fresh.length,
        known: count('known'),
        reopened: count('reopened'),
        firstRef: refOf(fresh[0]),
        lastRef: refOf(fresh.at(-1)),
        suppressed: report.suppressed,
        skipped: named(allSkipped),
        adjusted: named([...report.adjusted, ...adjusted]),
        missing: {
          count: missing.length,
          closed: closeMissing ? closed.length : 0,
          findings: await presentFindings(transaction, closed.slice(0, maxNamed)),
        },
      };
    });
  },
});

const named = (reasons: readonly string[]) => ({ count: reasons.length, reasons: reasons.slice(0, maxNamed) });

const refOf = (number: number | undefined): string | null =>
  number === undefined ? null : formatRef('finding', number);

async function readFrom(context: Context, path: string | undefined): Promise<string> {
  const text = path === undefined ? undefined : await context.workTree?.readText(readPath(context, path));
  if (text !== undefined) return text;
  throw new RefusalError(
    path === undefined
      ? refuse('invalid_input', 'findings.noReport', { hint: 'findings.noReportHint' })
      : refuse('not_found', message('findings.noReportFile', { path }), { hint: 'findings.noReportFileHint' }),
  );
}

function onlyPeopleClose(): Refusal {
  return refuse('not_allowed', 'findings.agentCloses', { hint: 'findings.agentClosesHint' });
}

/** A partial report does not prove that missing findings are fixed. */
function notWhole(count: number): Refusal {
  return refuse('invalid_input', message('findings.notWhole', { count }), { hint: 'findings.notWholeHint' });
}

function stopped(): Refusal {
  return refuse('timed_out', 'findings.importStopped', { hint: 'findings.importStoppedHint' });
}

/** Open findings of the report's tools that it lacks; without reviewers, who do not repeat everything. */
async function missingFrom(
  transaction: Transaction,
  taskId: string | null,
  { tools }: ForeignReport,
  findings: readonly CheckedFinding[],
): Promise<FindingRow[]> {
  const present = new Set(findings.map(({ fingerprint }) => fingerprint));
  const open = await transaction.findings.openOfTools(
    taskId,
    tools.filter(tool => tool !== null),
  );
  const gone = open.filter(({ fingerprint }) => !present.has(fingerprint)).map(({ id }) => id);
  const rows = new Map((await transaction.findings.ofIds(gone)).map(row => [row.id, row]));
  return gone.flatMap(id => rows.get(id) ?? []);
}

async function close(
  transaction: Transaction,
  rows: readonly FindingRow[],
  { context, provenance, now }: { context: Context; provenance: Provenance; now: number },
): Promise<FindingRow[]> {
  const { actor } = context;
  const commit = provenance.commit_sha;
  const note = 'The tool no longer reports it.';
  const closed: FindingRow[] = [];
  for (const row of rows) {
    closed.push(
      await changeFinding(
        { transaction, actor, now },
        row,
        { status: 'fixed', note, fixed_sha: commit, resolved_by: actor.name, resolved_at: now },
        'finding_fixed',
        { commit, note },
      ),
    );
  }
  return closed;
}
