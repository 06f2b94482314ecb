import { newEvent } from '../../domain/event/newEvent.js';
import { findingLimits } from '../../domain/finding/findingRow.js';
import type { ImportedFinding, ImportedTask, RowMaking } from '../../domain/import/importedTask.js';
import { importedEventType, type PlannedEvent } from '../../domain/import/planEvents.js';
import { sha256 } from '../../platform/sha256.js';
import type { Context } from '../../records/context.js';
import { recordedEvent } from '../../records/finding/recordFindings.js';
import { freeName } from '../../records/placeRows.js';
import type { Transaction } from '../../store/store.js';
import { digestOf } from '../task/collectTask.js';
import { placeTaskFile } from '../task/placeTaskFile.js';
import { vouchedFinding } from '../task/vouchedFile.js';

/** Writes tasks like `task.import`; `idOf` maps an entry to its item's ULID. */
export async function writeTasks(
  context: Context,
  transaction: Transaction,
  tasks: readonly ImportedTask[],
  idOf: (entry: string) => string,
): Promise<void> {
  for (const task of tasks) {
    const file = task.fileFor(makingOf(context), idOf(task.entry));
    await placeTaskFile(context, transaction, { file, digest: digestOf(file), replaced: undefined, keptAs: null });
  }
}

export async function writeFindings(
  context: Context,
  transaction: Transaction,
  findings: readonly ImportedFinding[],
): Promise<void> {
  if (findings.length === 0) return;
  const { actor, clock } = context;
  const now = clock.now();
  const first = await transaction.findings.takeNumbers(findings.length);
  const rows = findings.map(({ rowFor }, index) => ({
    ...vouchedFinding(rowFor(makingOf(context)), actor, now),
    number: first + index,
    task_id: null,
  }));
  for (const row of rows) {
    const isTaken = async (key: string) =>
      (await transaction.findings.ofKeys([key])).some(({ task_id }) => task_id === null);
    await transaction.findings.insert([{ ...row, key: await freeName(row.key ?? '', findingLimits.key, isTaken) }]);
  }
  await transaction.events.append(rows.map(row => recordedEvent(actor, { ...row, created_at: now })));
}

/** Identifies an existing finding; see `fingerprint.ts`. */
export function fingerprintOfFinding(context: Context, { rowFor }: ImportedFinding): string {
  return rowFor(makingOf(context)).fingerprint;
}

export async function writeEvents(
  { actor, clock }: Context,
  transaction: Transaction,
  events: readonly PlannedEvent[],
  idOf: (key: string) => string | undefined,
): Promise<void> {
  if (events.length === 0) return;
  const now = clock.now();
  await transaction.events.append(
    events.map(({ item, payload }) =>
      newEvent(actor, now, importedEventType, item === undefined ? null : (idOf(item) ?? null), payload),
    ),
  );
}

function makingOf({ ids }: Context): RowMaking {
  return { newId: at => ids.ulid(at), hash: sha256 };
}
