import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { runSchema } from '../../domain/run/run.js';
import { entryId } from '../../domain/run/runContent.js';
import type { FolderEntry, FolderRun } from '../../domain/run/runFolder.js';
import type { RunEntryRow } from '../../domain/run/runRow.js';
import { message } from '../../messages/message.js';
import { redact } from '../../platform/redact.js';
import { fileField, placeOf } from '../../records/namedFile.js';
import { provenanceOf } from '../../records/provenance.js';
import { createRun } from '../../records/run/createRun.js';
import { readRunFiles } from '../../records/run/readRunFiles.js';
import { insertEntries, readWholeRun, tellOfRun, throwIfActive, writeRunFiles } from '../../records/run/runAccess.js';
import { folderOf } from '../../records/run/runFiles.js';
import { defineOperation } from '../operation.js';

export const runImport = defineOperation({
  name: 'run.import',
  order: 140,
  title: 'Import Investigation',
  menuTitle: 'Import',
  asks: true,
  summary: 'Imports the folder of an investigation that another program wrote; importing again adds what is new.',
  input: z.strictObject({ path: fileField.describe('The folder of the run, with its problem.json') }),
  output: z.object({
    run: runSchema,
    added: z.int().describe('Entries that are new'),
    /** Files with a truncated last line, which is left out. */
    torn: z.array(z.string()),
  }),
  effect: 'write',
  // Reading files of other programs is a person's decision.
  mcp: null,
  cli: {
    positionals: ['path'],
    examples: ['run import ../old-clone/.agents/runs/20260801T091500Z-why-is-the-checkout-slow'],
  },
  palette: false,
  async run(context, { path }) {
    const folder = (await placeOf(context, path)).replace(/[/\\]+$/, '');
    const found = await readRunFiles(folder);
    if (found === undefined)
      throw refusalError('not_found', message('runs.folderMissing', { path }), { hint: 'runs.folderMissingHint' });
    const twice = idGivenTwice(found.entries);
    if (twice !== undefined)
      throw refusalError('invalid_input', message('runs.idTwice', { path, id: twice }), {
        hint: 'runs.importAgainHint',
        details: { id: twice },
      });
    const provenance = await provenanceOf(context);
    const worktreePath = context.workTree?.root ?? null;
    const { whole, added } = await context.store.transaction(async transaction => {
      const now = context.clock.now();
      const known = await transaction.runs.find({ by: 'key', key: found.name });
      if (known === undefined && found.closing === undefined) await throwIfActive(transaction, worktreePath);
      const { intent, targetProperties, dirtyWorktree, createdAt } = found;
      const { id } =
        known ??
        (await createRun(context, transaction, provenance, {
          ...{ name: found.name, request: found.request, intent, targetProperties, dirtyWorktree },
          ...{ worktreePath, createdAt, event: 'run_imported' as const },
        }));
      let [row] = await transaction.runs.ofIds([id]);
      if (row === undefined) throw new Error(`The run ${id} was not written.`);
      const present = await transaction.runEntries.ofRun(row.id);
      const missing = newEntries(present, found.entries);
      if (missing === undefined) {
        const run = formatRef('run', row.number);
        throw refusalError('conflict', message('runs.folderDiffers', { run, path }), {
          hint: 'runs.folderDiffersHint',
          next: [{ operation: 'run.show', input: { run } }],
          details: { run },
        });
      }
      const entries = missing.map(entry => (entry.kind === 'command' ? { ...entry, text: redact(entry.text) } : entry));
      await insertEntries(context, transaction, row.id, { provenance, present, entries });
      const { closing } = found;
      const isClosed = closing !== undefined && row.status === 'active';
      if (isClosed || missing.length > 0) {
        const change = isClosed ? closedBy(closing) : {};
        row = (await transaction.runs.change(row, { ...change, updated_at: now })) ?? row;
        if (known !== undefined) {
          const imported = { request: row.request, entries: missing.length };
          await tellOfRun({ transaction, actor: context.actor, now }, row, 'run_imported', imported);
        }
      }
      return { whole: await readWholeRun(transaction, row), added: missing.length };
    });
    // A folder of this worktree stays as the other program wrote it.
    const isHere = folder.replaceAll('\\', '/') === `${worktreePath}/${folderOf(found)}`.replaceAll('\\', '/');
    if (!isHere) await writeRunFiles(context, whole);
    return { run: whole.run, added, torn: [...found.torn] };
  },
});

function closedBy({ at, summary, verification, residualRisks }: NonNullable<FolderRun['closing']>) {
  return {
    ...{ status: 'closed', closed_at: at, summary, open_reason: null },
    ...{ verification: JSON.stringify(verification), residual_risks: JSON.stringify(residualRisks) },
  } as const;
}

/** An id that two entries share; only a hypothesis may be resolved more than once. */
function idGivenTwice(entries: readonly FolderEntry[]): string | undefined {
  const ids = new Set<string>();
  for (const { kind, number } of entries) {
    if (kind === 'resolution') continue;
    const id = entryId(kind, number);
    if (ids.has(id)) return id;
    ids.add(id);
  }
  return undefined;
}

/** Entries that are not stored yet; undefined if the stored ones differ. */
function newEntries(present: readonly RunEntryRow[], found: readonly FolderEntry[]): FolderEntry[] | undefined {
  const groups = [['hypothesis', 'resolution'], ['evidence'], ['command'], ['learning']];
  const missing = new Set<FolderEntry>();
  for (const kinds of groups) {
    const own = present.filter(({ kind }) => kinds.includes(kind));
    const theirs = found.filter(({ kind }) => kinds.includes(kind));
    const differs = own.some((entry, index) => {
      const other = theirs[index];
      return other !== undefined && !isSame(entry, other);
    });
    if (differs) return undefined;
    for (const entry of theirs.slice(own.length)) missing.add(entry);
  }
  return found.filter(entry => missing.has(entry));
}

/** True for the same entry; a secret in its command was redacted when stored. */
function isSame(stored: RunEntryRow, found: FolderEntry): boolean {
  const fields = ['kind', 'number', 'status', 'hypothesis', 'learning_kind', 'repo_action', 'path', 'reason'] as const;
  const text = stored.text.trim();
  return fields.every(field => stored[field] === found[field]) && (text === found.text || text === redact(found.text));
}
