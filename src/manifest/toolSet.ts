import { fieldsOf, schemaOf } from '../operations/inputFields.js';
import type { AnyOperation } from '../operations/operation.js';
import { moreName, rareTools } from './rareTools.js';

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of a flat object. */
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: ToolAnnotations;
}

export interface ToolAnnotations {
  /** A missing hint counts as false for this one, as true for the next two. */
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** The operation of each action of a tool. Parsed from JSON. */
export interface CallableTool {
  readonly name: string;
  /** Names of operations by action, or by kind and action; the key is '' in a single-operation tool. */
  readonly actions: Readonly<Record<string, string>>;
  /** Actions of the tool's operations that agents may not run; listed so that a call gets the reason. */
  readonly notForAgents: Readonly<Record<string, string>>;
  /** Actions and inputs, for a call that names no action. */
  readonly guide: string;
}

/** A compound tool with its declaration for clients. */
export interface CompoundTool extends CallableTool {
  readonly declaration: ToolDeclaration;
}

/** Introductions before a tool's actions; other tools start with their actions. */
const headlines: Readonly<Record<string, string>> = {
  work_items: 'The shared task queue. id: W-1, ULID or own.',
  switch_task: 'A task is work on a branch.',
  get_handoff_state: 'Records of tasks.',
  set_handoff_state: 'Edits or ends the task.',
  task_records: 'What a successor must know.',
  compaction: 'Before context is cut.',
  slices: 'Small steps with a test.',
  plans: 'Checklists. item: id of a checkbox.',
  runs: 'Investigations. run: R-1, default the active one.',
  review_findings: 'Review findings. ids: F-1, ULID or own. line: 3 or 3-7.',
  review_runs: 'Reviews of branch or plan.',
  events: 'The timeline.',
  manage_worktree_lane: 'Lanes: branch and worktree. lane: name, L-1 or ULID, default yours.',
  dispatch_lane_work: 'Workers of lanes. lane: default yours.',
  lane_communication: 'Messages. to: a lane, an actor, person or all. Repeated until acknowledged.',
};

/** Max values shown of an enumeration other than the actions: a wrong value is refused with the valid ones. */
const shownValues = 4;

/** Groups operations by MCP tool. Inputs have types only: every byte of `tools/list` costs in every session. */
export function compoundTools(operations: readonly AnyOperation[]): readonly CompoundTool[] {
  const names = new Set(operations.flatMap(operation => (operation.mcp === null ? [] : [operation.mcp.tool])));
  return [...names].map(name => {
    const members = operations.filter(operation => operation.mcp?.tool === name);
    const forAgents = members.filter(operation => operation.roles.includes('agent'));
    return {
      name,
      declaration: declare(name, forAgents),
      actions: byAction(forAgents),
      notForAgents: byAction(members.filter(operation => !forAgents.includes(operation))),
      guide: guideOf(name, forAgents),
    };
  });
}

function byAction(operations: readonly AnyOperation[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    operations.map(({ mcp, name }) => [[mcp?.kind ?? [], mcp?.action ?? ''].flat().join(' '), name]),
  );
}

/** The tool `more`, which runs the actions that no tool lists. */
export function moreTool(operations: readonly AnyOperation[]): ToolDeclaration {
  const named = Object.entries(rareTools).map(([tool, purpose]) => `${tool}: ${purpose}`);
  return {
    name: moreName,
    description: ['Rare actions; inputs in options. Without action: what a tool takes.', ...named].join('\n'),
    inputSchema: {
      type: 'object',
      properties: { tool: { type: 'string' }, action: { type: 'string' }, options: { type: 'object' } },
      required: ['tool'],
    },
    annotations: annotationsOf(operations),
  };
}

/** Describes a tool completely, with the values of its inputs. */
function guideOf(name: string, operations: readonly AnyOperation[]): string {
  const fields: Record<string, Property> = {};
  for (const operation of operations) {
    for (const [field, schema] of Object.entries(schemaOf(operation).properties)) {
      fields[field] = merge(fields[field], brief(schema, Number.POSITIVE_INFINITY));
    }
  }
  const actions = Object.keys(byAction(operations)).filter(action => action !== '');
  const inputs = Object.entries(fields).map(([field, { enum: values }]) =>
    values === undefined ? field : `${field} (${values.join('|')})`,
  );
  return [
    ...described(name, operations),
    ...(actions.length === 0 ? [] : [`Actions of ${name}: ${actions.join(', ')}`]),
    `Inputs: ${inputs.join(', ') || 'none'}`,
  ].join('\n');
}

function declare(name: string, operations: readonly AnyOperation[]): ToolDeclaration {
  const alone = isAlone(operations);
  const kinds = kindsOf(operations);
  const actions = [...new Set(operations.map(operation => operation.mcp?.action ?? ''))];
  // A single action may get others with the first lane; a client with a cached list, as Qwen, would refuse them.
  const action: Property = { type: 'string', ...(actions.length > 1 && { enum: actions }) };
  const properties: Record<string, Property> = alone
    ? {}
    : { ...(kinds.length > 0 && { kind: { type: 'string', enum: kinds } }), action };
  for (const operation of operations) {
    const { properties: fields } = schemaOf(operation);
    for (const [field, schema] of Object.entries(fields)) {
      if (operation.mcp?.rare?.includes(field)) continue;
      properties[field] = merge(properties[field], brief(schema));
    }
  }
  // Some clients send only declared fields: `options` takes the others.
  if (operations.some(({ mcp }) => (mcp?.rare?.length ?? 0) > 0)) properties.options = { type: 'object' };
  const required = alone ? operations.flatMap(requiredOf) : kinds.length > 0 ? ['kind', 'action'] : ['action'];
  return {
    name,
    description: described(name, operations).join('\n'),
    inputSchema: { type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
    annotations: annotationsOf(operations),
  };
}

function kindsOf(operations: readonly AnyOperation[]): readonly string[] {
  return [...new Set(operations.flatMap(({ mcp }) => mcp?.kind ?? []))];
}

/** Returns the introduction and a line for each action that needs one, or for each kind of record. */
function described(name: string, operations: readonly AnyOperation[]): readonly string[] {
  const kinds = kindsOf(operations);
  const shown =
    kinds.length === 0
      ? lines(operations)
      : kinds.map(kind => `${kind} ${lines(operations.filter(({ mcp }) => mcp?.kind === kind)).join('; ')}`);
  return [...(headlines[name] === undefined ? [] : [headlines[name]]), ...shown];
}

/** Returns hints that differ from the protocol's defaults: not read-only, destructive, open world. */
function annotationsOf(operations: readonly AnyOperation[]): ToolAnnotations {
  const isReading = operations.every(operation => operation.effect === 'read');
  const isDestructive = operations.some(operation => operation.destructive === true);
  const reachesOut = operations.some(operation => operation.effect === 'external');
  return {
    ...(isReading ? { readOnlyHint: true } : isDestructive ? {} : { destructiveHint: false }),
    ...(reachesOut ? {} : { openWorldHint: false }),
  };
}

function isAlone(operations: readonly AnyOperation[]): boolean {
  const isOne = operations.some(operation => operation.mcp?.action === '');
  if (isOne && operations.length > 1) throw new Error(`${operations[0]?.mcp?.tool}: one operation beside others`);
  return isOne;
}

function requiredOf(operation: AnyOperation): readonly string[] {
  return fieldsOf(operation).required;
}

/** Lines such as `resolve id status: done|failed|cancelled`. Actions with the same text share a line. */
function lines(operations: readonly AnyOperation[]): readonly string[] {
  const actionsByText = new Map<string, string[]>();
  for (const operation of operations) {
    const does = operation.mcp?.brief ?? firstClause(operation.summary);
    if (operation.mcp?.action === '') return [does];
    const needs = requiredOf(operation)
      .map(field => ` ${field}`)
      .join('');
    const text = needs + (does === '' ? '' : `: ${does}`);
    if (text !== '') actionsByText.set(text, [...(actionsByText.get(text) ?? []), operation.mcp?.action ?? '']);
  }
  return [...actionsByText].map(([text, actions]) => actions.join('|') + text);
}

function firstClause(summary: string): string {
  return summary.split(/[;:.]/)[0] ?? summary;
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Property;
}

/** Keeps type, values and element type. Arbitrary JSON becomes an object, which every client accepts. */
function brief(schema: unknown, max = shownValues): Property {
  const { type, enum: values, items, anyOf } = schema as Record<'type' | 'enum' | 'items' | 'anyOf', unknown>;
  // A value or a list of values is declared as a single value, which most calls send.
  if (Array.isArray(anyOf) && anyOf.some(option => brief(option).type === 'array')) return brief(anyOf[0], max);
  return {
    type: typeof type === 'string' ? type : 'object',
    ...(Array.isArray(values) && values.length <= max
      ? { enum: values.filter(value => typeof value === 'string') }
      : {}),
    ...(type === 'array' && items !== undefined ? { items: brief(items) } : {}),
  };
}

/** Merges a field of two actions: joins the values; drops the type if they differ. */
function merge(existing: Property | undefined, added: Property): Property {
  if (existing === undefined) return added;
  if (existing.type !== added.type) return {};
  const { enum: values, ...rest } = existing;
  if (values === undefined || added.enum === undefined) return rest;
  return { ...rest, enum: [...new Set([...values, ...added.enum])] };
}
