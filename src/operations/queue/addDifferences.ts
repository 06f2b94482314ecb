import type { z } from 'zod';
import { parseIdentifier } from '../../domain/identifier/identifier.js';
import { jsonText, parseJson } from '../../domain/json/writtenJson.js';
import { foldLabel } from '../../domain/workItem/labels.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { addInput } from '../../records/workItem/addInput.js';
import { readRequest } from '../../records/workItem/addRequest.js';
import { findWorkItem } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';

/** Fields compared with the existing item of the same id. */
export const comparedFields = [
  'title',
  'kind',
  'payload',
  'priority',
  'labels',
  'dependsOn',
  'notBefore',
  'due',
  'question',
  'notes',
  'assignee',
  'parent',
] as const;

export type ComparedField = (typeof comparedFields)[number];

/** Given fields that differ from `row`, in input order. Times are parsed at `now`, ms UTC; refuses an invalid one. */
export async function addDifferences(
  transaction: Transaction,
  input: z.output<typeof addInput>,
  row: WorkItemRow,
  now: number,
): Promise<ComparedField[]> {
  const request = readRequest(input, now);
  const stored: Record<Exclude<ComparedField, 'dependsOn' | 'parent'>, unknown> = {
    title: row.title,
    kind: row.kind,
    payload: parseJson(row.payload),
    priority: row.priority,
    labels: asSet(JSON.parse(row.labels)),
    notBefore: row.not_before,
    due: row.due_at,
    question: row.question,
    notes: row.notes ?? '',
    assignee: row.assignee ?? '',
  };
  const waitsForOthers = input.dependsOn !== undefined && !(await waitsFor(transaction, row, input.dependsOn));
  const isOfAnother =
    input.parent !== undefined && (await findWorkItem(transaction, input.parent)).id !== row.parent_id;
  return comparedFields.filter(field => {
    if (field === 'dependsOn') return waitsForOthers;
    if (field === 'parent') return isOfAnother;
    const given = field === 'labels' ? request.labels && asSet(request.labels) : request[field];
    return given !== undefined && sortedText(given) !== sortedText(stored[field]);
  });
}

/** JSON with sorted keys, so that equal values have equal texts. */
function sortedText(value: unknown): string {
  return jsonText(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(fields.map(([field, part]) => [field, sorted(part)]));
}

function asSet(labels: readonly string[]): string[] {
  return [...new Set(labels.map(foldLabel))].sort();
}

async function waitsFor(transaction: Transaction, row: WorkItemRow, texts: readonly string[]): Promise<boolean> {
  const wanted = new Set<string | undefined>();
  for (const text of texts) wanted.add((await transaction.workItems.find(parseIdentifier('workItem', text)))?.id);
  const edges = (await transaction.dependencies.of([row.id])).get(row.id) ?? [];
  return edges.length === wanted.size && edges.every(edge => wanted.has(edge.depends_on_id));
}
