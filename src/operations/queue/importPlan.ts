import type { z } from 'zod';
import type { Identifier } from '../../domain/identifier/identifier.js';
import { candidates, parseIdentifier } from '../../domain/identifier/identifier.js';
import { jsonText, parseJson } from '../../domain/json/writtenJson.js';
import { RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { findDependencyPath, inCycles } from '../../domain/workItem/dependencyCycle.js';
import { HeldEdges } from '../../domain/workItem/heldEdges.js';
import type { WorkItemRequest } from '../../domain/workItem/newWorkItem.js';
import { parentsFirst } from '../../domain/workItem/parentsFirst.js';
import { describeIssue } from '../../messages/describeIssue.js';
import { asClause, type Message, message } from '../../messages/message.js';
import { reported } from '../../messages/schemaProblem.js';
import { addInput } from '../../records/workItem/addInput.js';
import { readRequest } from '../../records/workItem/addRequest.js';

/** A line, validated as far as possible without the store. */
export interface ImportLine {
  /** From 1, empty lines counted. */
  readonly line: number;
  readonly request: WorkItemRequest;
  readonly dependsOn: readonly Identifier[];
  readonly parent: Identifier | undefined;
  readonly bytes: number;
}

export function badLine(line: number, problem: string | Message, hint?: Message): RefusalError {
  return refusalError('invalid_input', message('queue.badLine', { line, problem }), {
    hint: hint ?? message('queue.badLineHint'),
    details: { line },
  });
}

/** Reads JSON Lines, without empty lines. Throws a refusal that names the first bad line. */
export function parseLines(jsonl: string, now: number, onProgress: (lines: number) => void): ImportLine[] {
  const lines: ImportLine[] = [];
  let number = 0;
  for (let start = 0; start < jsonl.length; ) {
    const newline = jsonl.indexOf('\n', start);
    const end = newline === -1 ? jsonl.length : newline;
    const text = jsonl.slice(start, end).trim();
    start = end + 1;
    number += 1;
    if (text === '') continue;
    lines.push(parseLine(text, number, now));
    if (lines.length % 1000 === 0) onProgress(lines.length);
  }
  return lines;
}

function parseLine(text: string, line: number, now: number): ImportLine {
  let value: unknown;
  try {
    value = parseJsonLine(text);
  } catch {
    throw badLine(line, message('queue.lineNotJson'));
  }
  const parsed = addInput.safeParse(value, reported);
  if (!parsed.success) throw badLine(line, describeIssue(parsed.error));
  const input: z.output<typeof addInput> = parsed.data;
  return {
    line,
    request: requestOf(input, line, now),
    dependsOn: (input.dependsOn ?? []).map(name => parseIdentifier('workItem', name)),
    parent: input.parent === undefined ? undefined : parseIdentifier('workItem', input.parent),
    bytes: Buffer.byteLength(text),
  };
}

/** Only the payload keeps its numbers as written. */
function parseJsonLine(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('payload' in value)) return value;
  return { ...value, payload: (parseJson(text) as typeof value).payload };
}

function requestOf(input: z.output<typeof addInput>, line: number, now: number): WorkItemRequest {
  try {
    return readRequest(input, now);
  } catch (error) {
    if (error instanceof RefusalError) throw badLine(line, asClause(error.refusal.message), error.refusal.hint);
    throw error;
  }
}

/** Refuses two lines with one id and different content: one would be lost. A mere repeat is harmless. */
export function checkDoubles(lines: readonly ImportLine[]): void {
  const byKey = new Map<string, ImportLine>();
  for (const line of lines) {
    const { key } = line.request;
    if (key === undefined) continue;
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, line);
    else if (contentOf(first) !== contentOf(line)) {
      throw badLine(
        line.line,
        message('queue.lineIdTwice', { id: key, line: first.line }),
        message('queue.lineIdTwiceHint'),
      );
    }
  }
}

function contentOf({ request, dependsOn, parent }: ImportLine): string {
  return jsonText([request, dependsOn, parent ?? null]);
}

/** Refuses dependency cycles between lines, also through parents. Existing items never wait for new ones. */
export function checkRings(lines: readonly ImportLine[]): void {
  const byKey = new Map<string, ImportLine>();
  for (const line of lines) {
    if (line.request.key !== undefined && !byKey.has(line.request.key)) byKey.set(line.request.key, line);
  }
  const own = new Map<string, string[]>();
  const rows: { id: string; parent_id: string | null }[] = [];
  const newKeys = (target: Identifier) =>
    candidates(target)
      .flatMap(meant => (meant.by === 'key' && byKey.has(meant.key) ? [meant.key] : []))
      .slice(0, 1);
  for (const [key, { dependsOn, parent }] of byKey) {
    const targets = dependsOn.flatMap(newKeys);
    if (targets.length > 0) own.set(key, targets);
    const [above = null] = parent === undefined ? [] : newKeys(parent);
    rows.push({ id: key, parent_id: above });
  }
  // A cycle of parents is refused when the lines are written.
  const parents = new Map(parentsFirst(rows).flatMap(row => (row.parent_id === null ? [] : [[row.id, row.parent_id]])));
  const held = new HeldEdges(own, parents);
  const edges = new Map([...byKey.keys()].map(key => [key, held.get(key)]));
  const inCycle = inCycles(edges);
  for (const [key, targets] of edges) {
    if (!inCycle.has(key)) continue;
    for (const target of targets) {
      const path = findDependencyPath(edges, target, id => id === key);
      const line = byKey.get(key)?.line;
      if (path === undefined || line === undefined) continue;
      throw badLine(line, message('queue.lineCycle', { refs: [key, ...path].join(' → ') }));
    }
  }
}

/** Splits lines into transactions of at most `items` lines and `bytes` of text. */
export function splitBatches(lines: readonly ImportLine[], items: number, bytes: number): ImportLine[][] {
  const batches: ImportLine[][] = [];
  let batch: ImportLine[] = [];
  let size = 0;
  for (const line of lines) {
    if (batch.length > 0 && (batch.length === items || size + line.bytes > bytes)) {
      batches.push(batch);
      batch = [];
      size = 0;
    }
    batch.push(line);
    size += line.bytes;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Own keys, dependencies and parents. */
export function identifiersOf(lines: readonly ImportLine[]): Identifier[] {
  return lines.flatMap(({ request, dependsOn, parent }) => [
    ...(request.key === undefined ? [] : [{ by: 'key', key: request.key } as const]),
    ...[...dependsOn, ...(parent === undefined ? [] : [parent])].flatMap(candidates),
  ]);
}
