import * as z from 'zod';
import { parseJson } from '../json/writtenJson.js';
import { type DatabaseReader, newerSchema, readRows, type SourceDatabase } from './database.js';
import { type ImportedEntry, type ImportedEvent, type Reading, withoutEmpty } from './imported.js';
import { isTooDeep } from './json.js';

const knownSchema = '0001';
const maxMoment = 253_402_300_799_999;
const moment = z.int().min(0).max(maxMoment);
const text = z.string().nullish();

const itemSchema = z.looseObject({
  id: z.string().min(1),
  kind: z.string(),
  payload: z.string(),
  status: z.string().min(1),
  owner_agent: text,
  created_at: moment,
  updated_at: moment,
  notes: text,
});
const eventSchema = z.looseObject({
  id: z.int(),
  ts: moment,
  type: z.string().min(1),
  actor: text,
  work_item_id: text,
  payload: z.string(),
});

/** Reads `state.sqlite`: work items, owned by agents, and their events. */
export const agentStateReader: DatabaseReader = {
  tables: ['work_items', 'events', 'schema_migrations'],
  needed: ['work_items', 'events'],
  read: readAgentState,
};

function readAgentState(database: SourceDatabase): Reading {
  const migrations = readRows(database, 'schema_migrations', z.looseObject({ version: z.string() }));
  const newest =
    migrations
      .map(({ row }) => row.version)
      .sort()
      .at(-1) ?? knownSchema;
  if (newest > knownSchema) throw newerSchema(database.name, 'agent-state', newest, knownSchema);
  const events = readRows(database, 'events', eventSchema).map(({ row, place }): ImportedEvent => {
    const { id, ts, type, actor, work_item_id, payload } = row;
    return {
      place,
      id,
      type,
      actor: actor ?? null,
      at: ts,
      entry: work_item_id ?? undefined,
      payload: readPayload(payload),
    };
  });
  const claims = new Map(
    events.flatMap(({ type, entry, at }) => (type === 'work_item_claimed' && entry !== undefined ? [[entry, at]] : [])),
  );
  const entries = readRows(database, 'work_items', itemSchema).map(({ row, place }): ImportedEntry => {
    const { id, kind, payload, status, owner_agent, created_at, updated_at, notes, ...others } = row;
    const content = readPayload(payload);
    return {
      place,
      id,
      title: titleOf(content) ?? `${kind} ${id}`,
      status,
      kind: kind || undefined,
      labels: [],
      owner: owner_agent || undefined,
      heldBy: 'agent',
      createdAt: created_at,
      updatedAt: updated_at,
      startedAt: claims.get(id),
      links: [],
      notes: notes ?? undefined,
      comments: [],
      details: withoutEmpty(others),
      payload: content ?? undefined,
    };
  });
  return { entries, leftOut: {}, events };
}

/** Parses a payload as JSON; text that is not JSON stays as it is. */
function readPayload(payload: string): unknown {
  if (isTooDeep(payload)) return payload;
  try {
    return parseJson(payload);
  } catch {
    return payload;
  }
}

const titleFields = ['title', 'summary', 'subject', 'name', 'text', 'message', 'content', 'description'];
const maxTitle = 200;

/** Work items of agent-state have no title: takes the first line of a text in the payload. */
function titleOf(payload: unknown): string | undefined {
  const fields = typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};
  const texts = [payload, ...titleFields.map(field => fields[field])].filter(value => typeof value === 'string');
  const line = texts.map(value => value.trim().split('\n', 1)[0]?.trim() ?? '').find(value => value !== '');
  return line !== undefined && line.length > maxTitle ? `${line.slice(0, maxTitle - 1)}…` : line;
}
