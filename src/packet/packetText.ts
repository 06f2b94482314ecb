import { findingSeverities } from '../domain/finding/findingSeverity.js';
import { listedFacts, listedNames } from '../domain/records.js';
import { oneLine } from '../domain/text/oneLine.js';
import type { Packet, PacketAnswer } from './packetSchema.js';

/** A section as text: the first line says most of it. */
export interface PacketSection {
  readonly name: string;
  readonly lines: readonly string[];
}

const unchanged = 'Nothing has changed since then.';

/** Renders a packet for a reader without its JSON: one line for a short section, else its lines below its name. */
export function packetText(packet: PacketAnswer): string {
  if ('unchanged' in packet) return unchanged;
  return [
    ...packetSections(packet).flatMap(({ name, lines: [first, ...others] }) => [
      `${name}: ${first}`,
      ...others.map(line => `  ${line}`),
    ]),
    `digest: ${packet.digest}`,
  ].join('\n');
}

/** Bytes of a packet in the larger of its two forms: a client shows its model one or the other. */
export function packetReplyBytes(packet: object): number {
  const text = packetText(packet as PacketAnswer);
  return Math.max(Buffer.byteLength(text), Buffer.byteLength(JSON.stringify(packet)));
}

/** Sections that have lines, in reading order. */
export function packetSections(packet: Packet): readonly PacketSection[] {
  const { store, hint, next, attempts = [], mustPass = [], uncommitted, gates = {}, messages = [] } = packet;
  const { verdicts = [], slices = [], decisions = [], touchedFiles = [], documents = [], queue, work } = packet;
  const list = <Row>(name: string, rows: readonly Row[], tell: (row: Row) => string) => one(name, rows.map(tell));
  const sections = [
    one('store', [store && [store.state, store.reason, store.hint].filter(text => text !== undefined).join(': ')]),
    taskSection(packet.task),
    one('note', [hint, packet.warning]),
    one('next', [next]),
    itemSection(packet.item),
    one('attempts', attempts),
    laneSection(packet.lane),
    sliceSection(packet.slice),
    handoffSection(packet.handoff),
    one('last run', [packet.lastRun && runText(packet.lastRun)]),
    one('must pass', mustPass),
    one('uncommitted', uncommitted === undefined || uncommitted.count === 0 ? [] : [changesText(uncommitted)]),
    ...Object.entries(gates).map(([gate, codes]) => {
      const verdict = codes.length === 0 ? 'ready' : codes.join(', ');
      return gate === 'store' ? one('close-check', [`${verdict} (store only)`]) : one(gate, [verdict]);
    }),
    findingSection(packet.findings),
    one('messages', messages),
    list('reviews', verdicts, ({ ref, verdict, subject, by, summary }) =>
      joined([`${ref} ${words(verdict)} on ${subject}, by ${by}`, summary], ': '),
    ),
    ...listedNames.map(name =>
      list(listedFacts(name).names.many.toLowerCase(), packet[name] ?? [], ({ ref, text }) => `${ref} ${text}`),
    ),
    list('slices', slices, ({ ref, title, status }) => `${ref} ${title} (${words(status)})`),
    list('decisions', decisions, ({ ref, decision, rationale }) => `${ref} ${decision}: ${rationale}`),
    list('touched files', touchedFiles, ({ path, change }) => `${path} ${change}`),
    list('yours', queue?.yours ?? [], ({ ref, title }) => `${ref} ${title}`),
    list(
      `ready (${queue?.ready ?? 0})`,
      queue?.first ?? [],
      ({ ref, title, priority }) => `${ref} P${priority} ${title}`,
    ),
    one('read first', documents.length === 0 ? [] : [documents.join(', ')]),
    one('saved', [packet.compaction && `summary ${packet.compaction}`]),
    one('left out', packet.omitted.length === 0 ? [] : [packet.omitted.join(', ')]),
    one('repository', [work && `${work.needsYou} need a person, ${work.inProgress} in progress`]),
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function one(name: string, texts: readonly (string | null | undefined)[]): PacketSection {
  return { name, lines: texts.flatMap(text => (text == null || text === '' ? [] : [oneLine(text)])) };
}

/** Joins parts that are there. */
function joined(parts: readonly (string | null | undefined | false)[], separator = ', '): string {
  return parts.filter(part => typeof part === 'string' && part !== '').join(separator);
}

/** `note: text` for each field with a value. */
function fields(values: Readonly<Record<string, string | readonly string[] | null | undefined>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join('; ') : value;
    return text == null || text === '' ? [] : [`${name}: ${String(text)}`];
  });
}

function taskSection(task: Packet['task']): PacketSection {
  if (task === null) return { name: 'task', lines: [] };
  const { ref, objective, status, light, branch, base, revision, focus, plan, workTree, workItem } = task;
  const place = joined([branch, base], ' from ');
  return one('task', [
    `${ref} ${objective} (${joined([words(status), light && 'light', place && `branch ${place}`, `revision ${revision}`])})`,
    ...fields({ focus, worktree: workTree, plan, 'work item': workItem }),
  ]);
}

function itemSection(item: Packet['item']): PacketSection {
  if (item === undefined) return { name: 'item', lines: [] };
  const { ref, title, status, heldBy, heldSince, hint, question, answer, notes, payload, others } = item;
  const holder = heldBy === null ? undefined : joined([`held by ${heldBy}`, heldSince], ' since ');
  return one('item', [
    `${ref} ${title} (${joined([words(status), holder])})`,
    hint,
    ...fields({ question, answer, notes, payload, 'also does': others }),
  ]);
}

const laneLabels = {
  ownedPaths: 'may change only',
  waitsFor: 'waits for',
  earlierFindings: 'earlier findings',
  changesNotIts: 'changes outside owned paths',
  overlaps: 'overlaps',
  wouldConflict: 'would conflict',
} as const;

function laneSection(lane: Packet['lane']): PacketSection {
  if (lane === undefined) return { name: 'lane', lines: [] };
  const { ref, lane: name, kind, state, branch, port, description, reason } = lane;
  const about = [state === null ? undefined : words(state.toLowerCase()), kind && 'for a review', `branch ${branch}`];
  return one('lane', [
    `${ref} ${name} (${joined([...about, port === undefined ? undefined : `port ${port}`])})`,
    ...fields({ description, reason }),
    ...Object.entries(laneLabels).flatMap(([field, label]) =>
      fields({ [label]: lane[field as keyof typeof laneLabels] }),
    ),
  ]);
}

function sliceSection(slice: Packet['slice']): PacketSection {
  if (slice === undefined) return { name: 'slice', lines: [] };
  const { ref, title, status, planItem, test, startedBy, startedAt, lastRun } = slice;
  return one('slice', [
    `${ref} ${title} (${words(status)}, started by ${startedBy} at ${startedAt})`,
    ...fields({ 'item of the plan': planItem, test, 'last run': lastRun === null ? 'none' : runText(lastRun) }),
  ]);
}

function handoffSection(handoff: Packet['handoff']): PacketSection {
  if (handoff === undefined) return { name: 'last session', lines: [] };
  const { by, at, ...texts } = handoff;
  return one('last session', [`${by} at ${at}`, ...fields(texts)]);
}

function runText({ ref, command, passed, at, stale }: NonNullable<Packet['lastRun']>): string {
  const result = `${ref} ${passed ? 'passed' : 'failed'} at ${at}`;
  return joined([result, stale === true && 'before the latest changes', command]);
}

function changesText({ count, paths }: NonNullable<Packet['uncommitted']>): string {
  return joined([joined(paths), count > paths.length && `and ${count - paths.length} more`], ' ');
}

function findingSection(findings: Packet['findings']): PacketSection {
  if (findings === undefined) return { name: 'open findings', lines: [] };
  const counts = findingSeverities.filter(severity => findings.open[severity] > 0);
  return one('open findings', [
    counts.map(severity => `${findings.open[severity]} ${severity}`).join(', ') || 'none',
    ...findings.first.map(({ ref, severity, place, text, fix }) =>
      joined([`${ref} ${severity} ${place} ${text}`, fix && `fix: ${fix}`], '; '),
    ),
  ]);
}

/** Stored statuses as they are shown. */
function words(status: string): string {
  return status === 'in_flight' ? 'in progress' : status.replaceAll('_', ' ');
}
