import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { jsonText } from '../json/writtenJson.js';
import { wellFormed } from '../text/wellFormed.js';
import { findDependencyPath, inCycles } from '../workItem/dependencyCycle.js';
import { HeldEdges } from '../workItem/heldEdges.js';
import type { WorkItemRequest } from '../workItem/newWorkItem.js';
import { assigneeSchema, defaultPriority, titleSchema, workItemLimits } from '../workItem/workItem.js';
import { isTerminal, type WorkItemStatus } from '../workItem/workItemStatus.js';
import { shortTitle } from './checkEntries.js';
import { bytesOf, fitPayload, fitText } from './fit.js';
import { type Comment, type ImportedEntry, type Place, withoutEmpty } from './imported.js';
import { kindOf, labelOf, priorityOf, slug, statusOf } from './words.js';

export interface KeyedEntry extends ImportedEntry {
  readonly key: string;
}

export interface Conversion {
  readonly field: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

export interface BrokenDependency extends Place {
  /** Keys of the waiting item and of the item it waits for, or of a part and its parent. */
  readonly id: string;
  readonly dependsOn: string;
  readonly kind: string;
  /** `deep`: more than `maxParents` levels below the top. */
  readonly problem: 'missing' | 'cycle' | 'deep';
}

export interface PlannedItem {
  readonly request: WorkItemRequest & { readonly key: string };
  readonly status: WorkItemStatus;
  readonly owner?: string | undefined;
  readonly heldBy: NonNullable<ImportedEntry['heldBy']>;
  readonly times: Pick<ImportedEntry, 'createdAt' | 'updatedAt' | 'startedAt' | 'closedAt'>;
  readonly dependsOn: readonly string[];
  readonly parent: string | undefined;
}

export interface ImportPlan {
  readonly items: readonly PlannedItem[];
  /** Ordered by field, then by frequency. */
  readonly conversions: readonly Conversion[];
  readonly broken: readonly BrokenDependency[];
}

/** Plans a work item per entry whose key is not `existing`; `mayHold` if its owner may keep it in progress. */
export function planImport(
  keyOf: (id: string) => string,
  entries: readonly KeyedEntry[],
  existing: ReadonlyMap<string, WorkItemStatus>,
  mayHold: (entry: ImportedEntry) => boolean,
): ImportPlan {
  return new Planner(keyOf, entries, existing, mayHold).make();
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly place: Place;
}

/** Max levels of parents: reading an item checks all of them. */
const maxParents = 50;

/** Returns items nested too deeply, cutting each chain into pieces; `parents` has no cycle. */
function tooDeep(parents: ReadonlyMap<string, string>): string[] {
  const depths = new Map<string, number>();
  const cut: string[] = [];
  for (const start of parents.keys()) {
    const line: string[] = [];
    for (let id: string | undefined = start; id !== undefined && !depths.has(id); id = parents.get(id)) line.push(id);
    for (const id of line.reverse()) {
      const above = depths.get(parents.get(id) ?? '') ?? -1;
      const depth = parents.has(id) ? above + 1 : 0;
      if (depth > maxParents) cut.push(id);
      depths.set(id, depth > maxParents ? 0 : depth);
    }
  }
  return cut;
}

class Planner {
  readonly #fresh: ReadonlyMap<string, KeyedEntry>;
  readonly #counts = new Map<string, { field: Field; from: string; to: string; count: number }>();
  readonly #broken: BrokenDependency[] = [];

  constructor(
    private readonly keyOf: (id: string) => string,
    entries: readonly KeyedEntry[],
    private readonly existing: ReadonlyMap<string, WorkItemStatus>,
    private readonly mayHold: (entry: ImportedEntry) => boolean,
  ) {
    this.#fresh = new Map(entries.filter(({ key }) => !existing.has(key)).map(entry => [entry.key, entry]));
  }

  make(): ImportPlan {
    const parents = this.#parents();
    const brokenParents = this.#broken.splice(0);
    const dependencies = this.#dependencies(parents);
    this.#broken.push(...brokenParents);
    const held = new HeldEdges(dependencies, parents, key => this.#isEnded(key));
    const items = [...this.#fresh.values()].map(entry => {
      const status = this.#status(entry, held.get(entry.key));
      return this.#item(entry, status, dependencies.get(entry.key) ?? [], parents.get(entry.key));
    });
    const conversions = [...this.#counts.values()].sort(
      (a, b) =>
        fields.indexOf(a.field) - fields.indexOf(b.field) ||
        b.count - a.count ||
        a.from.localeCompare(b.from, 'en') ||
        a.to.localeCompare(b.to, 'en'),
    );
    return { items, conversions, broken: this.#broken };
  }

  #count(field: Field, word: string, to: string): void {
    const from = this.#counts.size < maxCounts ? word.slice(0, longestOwner) : 'other values';
    const key = JSON.stringify([field, from, to]);
    const found = this.#counts.get(key) ?? { field, from, to, count: 0 };
    found.count += 1;
    this.#counts.set(key, found);
  }

  /** Returns each item's own dependencies. Leaves out missing targets and cycles, including cycles through parents. */
  #dependencies(parents: ReadonlyMap<string, string>): Map<string, string[]> {
    const edges = this.#edges('waitsFor');
    const accepted = new Map<string, string[]>();
    const wanted = new Map<string, string[]>();
    for (const { from, to } of edges) wanted.set(from, [...(wanted.get(from) ?? []), to]);
    const allHeld = new HeldEdges(wanted, parents);
    const cyclic = inCycles(new Map([...this.#fresh.keys()].map(key => [key, allHeld.get(key)])));
    const held = new HeldEdges(accepted, parents);
    const budget = { left: maxSteps };
    for (const edge of edges) {
      const { from, to, kind } = edge;
      const targets = accepted.get(from) ?? [];
      if (targets.length >= workItemLimits.dependencies) {
        this.#count('dependency', kind, 'left out');
        continue;
      }
      const closes = (id: string) => held.wouldWait(id, from, to);
      if (cyclic.has(to) && (findDependencyPath(held, to, closes, budget) !== undefined || budget.left < 0)) {
        this.#leaveOut(edge, 'cycle');
        continue;
      }
      this.#count('dependency', kind, 'dependency');
      if (!targets.includes(to)) accepted.set(from, [...targets, to]);
    }
    return accepted;
  }

  #parents(): Map<string, string> {
    const accepted = new Map<string, string>();
    const tops = new Tops();
    const edges = new Map<string, Edge>();
    for (const edge of this.#edges('partOf')) {
      const { from, to, kind } = edge;
      const parent = accepted.get(from);
      if (parent !== undefined) this.#count('dependency', kind, parent === to ? 'parent' : 'payload');
      else if (tops.of(to) === from) this.#leaveOut(edge, 'cycle');
      else {
        accepted.set(from, to);
        tops.join(from, to);
        edges.set(from, edge);
      }
    }
    for (const from of tooDeep(accepted)) {
      accepted.delete(from);
      const edge = edges.get(from);
      if (edge !== undefined) this.#leaveOut(edge, 'deep');
      edges.delete(from);
    }
    for (const { kind } of edges.values()) this.#count('dependency', kind, 'parent');
    return accepted;
  }

  #edges(role: 'waitsFor' | 'partOf'): Edge[] {
    const edges: Edge[] = [];
    for (const { key, place, links } of this.#fresh.values()) {
      for (const link of links.filter(one => one.role === role)) {
        const edge = { from: key, to: this.keyOf(link.id), kind: link.kind, place };
        if (this.#fresh.has(edge.to) || this.existing.has(edge.to)) edges.push(edge);
        else this.#leaveOut(edge, 'missing');
      }
    }
    return edges;
  }

  #leaveOut({ from, to, kind, place }: Edge, problem: BrokenDependency['problem']): void {
    this.#count('dependency', kind, 'left out');
    this.#broken.push({ id: from, dependsOn: to, kind, problem, ...place });
  }

  #item(
    entry: KeyedEntry,
    status: WorkItemStatus,
    dependsOn: readonly string[],
    parent: string | undefined,
  ): PlannedItem {
    const hasOwner = status === 'in_flight' || isTerminal(status);
    const { createdAt, startedAt, closedAt, updatedAt = closedAt ?? startedAt ?? createdAt } = entry;
    const details: Record<string, unknown> = { ...entry.details };
    const request = {
      key: entry.key,
      title: this.#title(entry, details),
      kind: this.#kind(entry, details),
      priority: this.#priority(entry, details),
      labels: this.#labels(entry, details, status),
      notBefore: entry.notBefore,
      due: entry.due,
      question:
        status === 'waiting_human'
          ? say(message('imports.question', { status: entry.status?.slice(0, longestOwner) ?? status }))
          : undefined,
      notes: this.#notes(entry),
      assignee: this.#assignee(entry, details, hasOwner),
    };
    for (const [field, from, to] of entry.counted ?? []) this.#count(field as Field, from, to);
    const payload = withPayload(entry.payload, withoutEmpty({ ...details, relations: this.#relations(entry, parent) }));
    return {
      request: { ...request, payload: this.#payload(payload) },
      status,
      owner: hasOwner ? entry.owner?.slice(0, longestOwner) : undefined,
      heldBy: entry.heldBy ?? 'person',
      times: { createdAt, updatedAt, startedAt, closedAt },
      dependsOn,
      parent,
    };
  }

  /** Keeps a person's name as the tracker spells it. An agent's unfinished item is open to any agent. */
  #assignee(
    { owner, heldBy = 'person' }: KeyedEntry,
    details: Record<string, unknown>,
    hasOwner: boolean,
  ): string | undefined {
    if (owner !== undefined && heldBy !== 'person' && !hasOwner) {
      this.#count('owner', 'of an item that is not started', 'payload');
      details.assignee = owner;
    }
    if (heldBy !== 'person') return undefined;
    const name = assigneeSchema.safeParse(owner?.slice(0, workItemLimits.assignee));
    if (owner === undefined || (name.success && name.data === owner)) return owner;
    this.#count('owner', owner, name.success ? name.data : 'payload');
    details.assignee = owner;
    return name.success ? name.data : undefined;
  }

  /** Links without a counterpart here: mentions, and second parents. */
  #relations({ links }: KeyedEntry, parent: string | undefined): { kind: string; id: string }[] {
    return links.flatMap(({ kind, id: own, role }) => {
      const id = this.keyOf(own);
      if (role === 'names') this.#count('dependency', kind, 'payload');
      const isSecond = role === 'partOf' && parent !== undefined && id !== parent;
      return role === 'names' || isSecond ? [{ kind, id }] : [];
    });
  }

  #status(entry: KeyedEntry, waits: readonly string[]): WorkItemStatus {
    const { status: word = 'pending', owner, notBefore } = entry;
    const known = statusOf(word);
    const isExplained =
      (slug(word) === 'blocked' && waits.some(key => !this.#isDone(key))) ||
      (slug(word) === 'deferred' && notBefore !== undefined);
    // In progress requires an owner for whom the importer may claim it.
    const isFree = known === 'in_flight' && (owner === undefined || !this.mayHold(entry));
    const status = isExplained || isFree ? 'pending' : (known ?? 'waiting_human');
    this.#count('status', word, status);
    return status;
  }

  #isEnded(key: string): boolean {
    const status = this.existing.get(key) ?? statusOf(this.#fresh.get(key)?.status ?? '');
    return status !== undefined && isTerminal(status);
  }

  #isDone(key: string): boolean {
    return this.existing.get(key) === 'done' || statusOf(this.#fresh.get(key)?.status ?? '') === 'done';
  }

  #title({ title }: KeyedEntry, details: Record<string, unknown>): string {
    if (title.length > workItemLimits.title) {
      this.#count('title', `longer than ${workItemLimits.title} characters`, 'shortened, whole in the payload');
      details.title = title;
    }
    return titleSchema.parse(shortTitle(title));
  }

  #kind({ kind: word }: KeyedEntry, details: Record<string, unknown>): string | undefined {
    if (word === undefined) return undefined;
    const kind = kindOf(word);
    this.#count('kind', word, kind ?? 'general');
    if (kind !== word) details.kind = word;
    return kind;
  }

  #priority({ priority: given }: KeyedEntry, details: Record<string, unknown>): number | undefined {
    if (given === undefined) return undefined;
    const priority = priorityOf(given);
    this.#count('priority', String(given), String(priority ?? defaultPriority));
    if (priority === undefined) details.priority = given;
    return priority;
  }

  /** Returns the entry's labels, plus its status if that has no counterpart here. */
  #labels(entry: KeyedEntry, details: Record<string, unknown>, status: WorkItemStatus): string[] {
    const word = entry.status ?? 'pending';
    const isOther = statusOf(word) !== status;
    const labels = new Set<string>();
    for (const given of isOther ? [slug(word), ...entry.labels] : entry.labels) {
      const label = labelOf(given);
      if (label !== undefined && labels.size < workItemLimits.labels) labels.add(label);
      const kept = label !== undefined && labels.has(label);
      if (kept && label === given) continue;
      this.#count('label', given, kept ? label : 'payload');
      details.labels = entry.labels;
    }
    return [...labels];
  }

  #notes({ notes, comments }: KeyedEntry): string | undefined {
    const text = [notes ?? '', ...comments.map(commentText)].filter(part => part !== '').join('\n\n');
    const fitting = fitText(wellFormed(text).replaceAll('\0', ''), workItemLimits.notesBytes);
    if (bytesOf(text) > workItemLimits.notesBytes) this.#count('notes', 'larger than 64 kB', 'shortened');
    return fitting === '' ? undefined : fitting;
  }

  #payload(payload: unknown): unknown {
    const clean = wellFormed(payload);
    if (clean === undefined || bytesOf(jsonText(clean)) <= workItemLimits.payloadBytes) return clean;
    this.#count('payload', 'larger than 64 kB', 'shortened');
    return fitPayload(isObject(clean) ? clean : { payload: clean }, workItemLimits.payloadBytes);
  }
}

/** Nests the payload beside the fields if it is no object or has fields of these names. */
function withPayload(payload: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  const names = Object.keys(fields);
  if (names.length === 0) return payload;
  if (payload === undefined) return fields;
  const isFree = isObject(payload) && names.every(name => !Object.hasOwn(payload, name));
  return isFree ? { ...payload, ...fields } : { ...fields, payload };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Finds the topmost parent with path compression, so that long chains are not walked for every part. */
class Tops {
  readonly #above = new Map<string, string>();

  of(name: string): string {
    const passed: string[] = [];
    let top = name;
    for (let above = this.#above.get(top); above !== undefined; above = this.#above.get(top)) {
      passed.push(top);
      top = above;
    }
    for (const one of passed) this.#above.set(one, top);
    return top;
  }

  /** Puts `part`, a root, below `whole`. */
  join(part: string, whole: string): void {
    this.#above.set(part, this.of(whole));
  }
}

/** Max steps of the search for cycles; beyond it, every edge that may close a cycle is left out. */
const maxSteps = 1_000_000;
const maxCounts = 5000;

const longestOwner = 200;

const fields = [
  'status',
  'kind',
  'priority',
  'dependency',
  'owner',
  'label',
  'title',
  'notes',
  'payload',
  'time',
  'column',
] as const;
type Field = (typeof fields)[number];

/** Prefixes the text with `ana, 2026-11-02T10:00:00.000Z:`. */
function commentText({ author, at, text }: Comment): string {
  const head = [author, typeof at === 'number' ? new Date(at).toISOString() : at].filter(Boolean).join(', ');
  return head === '' ? text : `${head}:\n${text}`;
}
