import { z } from 'zod';
import type { AnyOperation } from '../../operations/operation.js';
import type { ToolDeclaration } from './binding.js';

/** One compound tool: what clients see of it and which operation each of its actions is. */
export interface CompoundTool {
  readonly declaration: ToolDeclaration;
  /** By action; by '' in a tool that is one operation. */
  readonly actions: ReadonlyMap<string, AnyOperation>;
  /** Actions that belong to the tool by the catalogue but are never an agent's; named so that a call is told why. */
  readonly notForAgents: ReadonlyMap<string, AnyOperation>;
}

/** What a tool is, in front of its actions; a tool that is not named here starts with its actions. */
const headlines: Readonly<Record<string, string>> = {
  work_items: "This repository's shared task queue (to-do list). id: W-1, ULID or own.",
  plans: 'item: id of a checkbox.',
  review_findings: 'Remarks of reviews. ids: F-1, ULID or own. line: 3 or 3-7.',
  events: 'The timeline.',
};

/**
 * What `tools/list` says of an action, where the first clause of its summary is too long for what every session pays.
 * An operation that is not named here is shown by that clause.
 */
const briefs: Readonly<Record<string, string>> = {
  'repository.status': 'counts, questions, claims',
  'queue.add': 'own id: no doubles',
  'queue.list': 'filter',
  'queue.ready': 'claimable, in order',
  'queue.show': 'all of it',
  'queue.claim': 'take it',
  'queue.next': 'claim the best ready item',
  'queue.heartbeat': 'automatic',
  'queue.release': 'give back',
  'queue.annotate': 'merge into notes',
  'queue.edit': 'change fields',
  'queue.ask': 'a person decides',
  'queue.resolve': 'done|failed|cancelled',
  'queue.reopen': 'pending again',
  'queue.reprioritise': 'priority 0-4 or place',
  'queue.depend': 'wait for others',
  'queue.undepend': 'wait no more',
  'queue.replay': 'stale, to resume',
  'plan.register': 'plan of a task, Markdown',
  'plan.analyse': 'what it lacks',
  'plan.accept': 'after a pass',
  'plan.dispatch': 'give out',
  'plan.move': 'how it went',
  'plan.sync': 'tick proven boxes',
  'plan.list': 'all',
  'plan.show': 'boxes',
  'plan.cursors': 'who has which',
  'review.start': 'branch here or subject',
  'review.record': 'run or subject',
  'review.list': 'newest first',
  'review.coverage': 'files read, counts',
  'review.requestChanges': 'send back',
  'finding.record': 'same remark: no doubles',
  'finding.recordMany': 'up to 100, all or none',
  'finding.list': 'open by default',
  'finding.show': 'all of it',
  'finding.fix': 'by a commit, with evidence',
  'finding.wontfix': 'with the reason',
  'finding.defer': 'put off',
  'finding.reopen': 'open again',
  'finding.supersede': 'another says it better',
  'finding.integrate': 'branch has the fix',
  'finding.merge': 'copy from tasks',
  'finding.workItem': 'queue it',
  'finding.prove': 'run its repro',
  'events.append': 'your own',
  'events.tail': 'newest first',
  'events.since': 'from time since or id after',
  'events.between': 'ISO or ms',
};

/**
 * Groups the operations that name the same MCP tool into compound tools, in the catalogue's order. Each tool has one flat
 * list of inputs: types are kept, limits and descriptions are not (the exact check runs in the server and says what is
 * wrong), because every byte of `tools/list` is paid for in every session.
 */
export function compoundTools(operations: readonly AnyOperation[]): readonly CompoundTool[] {
  const names = new Set(operations.flatMap(operation => (operation.mcp === null ? [] : [operation.mcp.tool])));
  return [...names].map(name => {
    const members = operations.filter(operation => operation.mcp?.tool === name);
    const forAgents = members.filter(operation => operation.roles.includes('agent'));
    return {
      declaration: declare(name, forAgents),
      actions: byAction(forAgents),
      notForAgents: byAction(members.filter(operation => !forAgents.includes(operation))),
    };
  });
}

/** Names of the inputs of an operation, the required ones first. */
export function fieldsOf(operation: AnyOperation): { required: readonly string[]; optional: readonly string[] } {
  const { properties, required } = schemaOf(operation);
  return {
    required: Object.keys(properties).filter(field => required.includes(field)),
    optional: Object.keys(properties).filter(field => !required.includes(field)),
  };
}

function byAction(operations: readonly AnyOperation[]): ReadonlyMap<string, AnyOperation> {
  return new Map(operations.map(operation => [operation.mcp?.action ?? '', operation]));
}

function declare(name: string, operations: readonly AnyOperation[]): ToolDeclaration {
  const alone = isAlone(operations);
  const actions = operations.map(operation => operation.mcp?.action ?? '');
  const properties: Record<string, Property> = alone ? {} : { action: { type: 'string', enum: actions } };
  for (const operation of operations) {
    for (const [field, schema] of Object.entries(schemaOf(operation).properties)) {
      properties[field] = merge(properties[field], brief(schema));
    }
  }
  return {
    name,
    description: [...(headlines[name] === undefined ? [] : [headlines[name]]), ...operations.map(line)].join('\n'),
    inputSchema: { type: 'object', properties, required: alone ? operations.flatMap(requiredOf) : ['action'] },
    annotations: {
      readOnlyHint: operations.every(operation => operation.effect === 'read'),
      destructiveHint: operations.some(operation => operation.destructive === true),
      openWorldHint: operations.some(operation => operation.effect === 'external'),
    },
  };
}

/** True for a tool that is one operation, without a choice of actions. */
function isAlone(operations: readonly AnyOperation[]): boolean {
  const isOne = operations.some(operation => operation.mcp?.action === '');
  if (isOne && operations.length > 1) throw new Error(`${operations[0]?.mcp?.tool}: one operation beside others`);
  return isOne;
}

function requiredOf(operation: AnyOperation): readonly string[] {
  return fieldsOf(operation).required;
}

/** `resolve id status: done|failed|cancelled`; what it does, for a tool that is one operation. */
function line(operation: AnyOperation): string {
  const does = briefs[operation.name] ?? firstClause(operation.summary);
  if (operation.mcp?.action === '') return does;
  return `${[operation.mcp?.action ?? '', ...requiredOf(operation)].join(' ')}: ${does}`;
}

function firstClause(summary: string): string {
  return summary.split(/[;:.]/)[0] ?? summary;
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Property;
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

function schemaOf(operation: AnyOperation): ObjectSchema {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input' });
  return { properties, required };
}

/** Keeps type, values and element type. Any JSON is shown as an object: what a model should send, and what every client takes. */
function brief(schema: unknown): Property {
  const { type, enum: values, items } = schema as { type?: unknown; enum?: unknown; items?: unknown };
  return {
    type: typeof type === 'string' ? type : 'object',
    ...(Array.isArray(values) ? { enum: values.filter(value => typeof value === 'string') } : {}),
    ...(type === 'array' && items !== undefined ? { items: brief(items) } : {}),
  };
}

/** The same field in two actions: the values of both; a field of two types is shown without one. */
function merge(known: Property | undefined, added: Property): Property {
  if (known === undefined) return added;
  if (known.type !== added.type) return {};
  const { enum: values, ...rest } = known;
  if (values === undefined || added.enum === undefined) return rest;
  return { ...rest, enum: [...new Set([...values, ...added.enum])] };
}
