import * as z from 'zod';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { findingLimits } from '../../domain/finding/findingRow.js';
import { type ExportedFinding, writeSarif } from '../../domain/finding/sarif/writeSarif.js';
import { refuse } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { readPath } from '../../records/finding/checkFinding.js';
import { presentFindings } from '../../records/finding/findingAccess.js';
import { repositoryField, taskField } from '../../records/finding/findingFields.js';
import { locateFindings } from '../../records/finding/locateFindings.js';
import { findTask } from '../../records/task/taskAccess.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';

const maxExported = 100_000;

export const findingExport = defineOperation({
  name: 'finding.export',
  order: 170,
  title: 'Export Findings',
  asks: true,
  summary: 'Exports findings as SARIF 2.1.0 with their current lines; open ones unless status is given.',
  input: z.strictObject({
    status: z.enum(['open', 'any']).optional().describe('open by default; any includes closed ones, marked as such'),
    task: taskField.describe('Only for this task: T-3, 3, ULID or ref'),
    repository: repositoryField.describe('Only findings about the whole repository'),
    file: wordsField(findingLimits.path).optional().describe('Path of a new file in the worktree for the report'),
  }),
  output: z.object({
    findings: z.int(),
    /** Null if the report is in the answer. */
    file: z.string().nullable(),
    sarif: z.record(z.string(), z.unknown()).nullable(),
  }),
  effect: 'external',
  // An agent reads findings with `list`; the report is for other tools, through the CLI.
  mcp: null,
  cli: {
    paths: { file: 'path' },
    exclusive: [['task', 'repository']],
    examples: ['finding export > findings.sarif', 'finding export --status any --file build/findings.sarif'],
  },
  enabledWith: 'finding',
  palette: 'finding',
  async run(context, { status = 'open', task, repository, file }) {
    const { store, workTree } = context;
    const path = file === undefined ? undefined : readPath(context, file);
    if (path !== undefined && workTree === undefined) {
      return refuse('no_repository', 'input.fileNeedsWorkTree', { hint: 'input.redirectAnswer' });
    }
    if (path !== undefined && (await workTree?.readText(path)) !== undefined) {
      return refuse('conflict', message('input.fileExists', { path }), { hint: 'input.nameNewFile' });
    }
    const rows = await store.read(async transaction => {
      const taskId = task === undefined ? undefined : (await findTask(transaction, task)).id;
      return transaction.findings.list({
        ...(status === 'any' ? {} : { status }),
        taskId: repository === true ? null : taskId,
        order: 'created',
        limit: maxExported,
      });
    });
    const sarif = writeSarif(await exported(context, rows));
    if (path === undefined) return { findings: rows.length, file: null, sarif };
    await workTree?.writeText(path, `${JSON.stringify(sarif, null, 2)}\n`);
    return { findings: rows.length, file: path, sarif: null };
  },
});

async function exported({ store, workTree }: Context, rows: readonly FindingRow[]): Promise<ExportedFinding[]> {
  const places = workTree === undefined ? undefined : await locateFindings(workTree, rows);
  const findings = await store.read(transaction => presentFindings(transaction, rows));
  return rows.flatMap((row, index) => {
    const finding = findings[index];
    const place = places?.get(row.id);
    const recorded = row.line_start === null ? null : { start: row.line_start, end: row.line_end ?? row.line_start };
    const lines = place === undefined ? recorded : place.lines;
    if (finding === undefined) return [];
    return [{ finding, fingerprint: row.fingerprint, path: place?.path ?? row.path, lines }];
  });
}
