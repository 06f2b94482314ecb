import type { z } from 'zod';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { say } from '../../../messages/say.js';
import type { eventsAppend } from '../../../operations/events/eventsAppend.js';
import type { eventsTail } from '../../../operations/events/eventsTail.js';
import type { laneMayEdit } from '../../../operations/lane/laneMayEdit.js';
import type { queueAdd } from '../../../operations/queue/queueAdd.js';
import type { queueClaim } from '../../../operations/queue/queueClaim.js';
import type { queueHeartbeat } from '../../../operations/queue/queueHeartbeat.js';
import type { queueImport } from '../../../operations/queue/queueImport.js';
import type { queueList } from '../../../operations/queue/queueList.js';
import type { queueRelease } from '../../../operations/queue/queueRelease.js';
import type { queueResolve } from '../../../operations/queue/queueResolve.js';
import type { repositoryDashboard } from '../../../operations/repository/repositoryDashboard.js';
import type { repositoryInit } from '../../../operations/repository/repositoryInit.js';
import type { repositoryStatus } from '../../../operations/repository/repositoryStatus.js';
import type { storeBackup } from '../../../operations/store/storeBackup.js';
import type { storeCheck } from '../../../operations/store/storeCheck.js';
import type { storeCompact } from '../../../operations/store/storeCompact.js';
import type { storeExport } from '../../../operations/store/storeExport.js';
import type { storePath } from '../../../operations/store/storePath.js';
import type { storeQuery } from '../../../operations/store/storeQuery.js';
import type { storeRestore } from '../../../operations/store/storeRestore.js';
import { briefText } from '../../../reports/briefText.js';
import { contextText } from '../../../reports/contextText.js';
import { eventTable } from './eventText.js';
import { findingTexts } from './findingText.js';
import { gatesText, gateText, hookRunText, hooksInstallText, hooksText } from './gateText.js';
import { handoffTexts } from './handoffText.js';
import { nowText } from './nowText.js';
import { queryTable } from './plainText.js';
import { planTexts } from './planText.js';
import { proofTexts } from './proofText.js';
import { reviewTexts } from './reviewText.js';
import { taskTexts } from './taskText.js';
import { oneLine } from './text.js';
import { trendText } from './trendText.js';
import { trustTexts } from './trustText.js';
import { fullTime, moreText, type View } from './view.js';
import { itemLine, stateWord, workItemPage, workItemTable } from './workItemText.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;
type Asked = Readonly<Record<string, unknown>>;
type OwnText = (data: never, view: View, asked: Asked) => string;

const addOne = 'Add one: stateroom queue add "Fix the login redirect"';

/** Operations whose answer deserves a sentence of its own; by name. */
const texts = {
  'gate.check': gateText,
  'gate.list': gatesText,
  'hooks.install': hooksInstallText,
  'hooks.uninstall': hooksInstallText,
  'hooks.status': hooksText,
  'hooks.run': hookRunText,
  'repository.init': ({ created, location }: Answer<typeof repositoryInit>) =>
    created ? `Made the store in ${location}.` : `The store is in ${location}; it was there already.`,
  'repository.now': nowText,
  'ritual.brief': briefText,
  'repository.status': statusText,
  'repository.dashboard': (report: Answer<typeof repositoryDashboard>) => contextText(report),
  'repository.trends': trendText,
  'queue.add': ({ inserted, item, differs = [] }: Answer<typeof queueAdd>) => {
    if (inserted) return `Added ${called(item)} (${stateWord(item)}).`;
    const kept = differs.length === 0 ? '' : ` It was left as it is, although you gave another ${differs.join(', ')}.`;
    return `${called(item)} is there already (${stateWord(item)}).${kept}`;
  },
  'queue.import': ({ inserted, existing, firstRef, lastRef }: Answer<typeof queueImport>) => {
    const range = firstRef === null ? '' : firstRef === lastRef ? ` (${firstRef})` : ` (${firstRef} to ${lastRef})`;
    const kept = existing === 0 ? '' : ` ${count(existing, 'was', 'were')} there already.`;
    return `Added ${count(inserted, 'work item', 'work items')}${range}.${kept}`;
  },
  'queue.list': (page: Answer<typeof queueList>, view: View, asked: Asked) =>
    itemList(page, view, noMatch(asked, 'work item', 'queue list') ?? `No work items. ${addOne}`),
  'queue.ready': (page: Answer<typeof queueList>, view: View, asked: Asked) =>
    itemList(
      page,
      view,
      noMatch(asked, 'ready work item', 'queue ready') ??
        'Nothing is ready. What there is and why it waits: stateroom queue list',
    ),
  'queue.replay': (page: Answer<typeof queueList>, view: View, asked: Asked) =>
    itemList(page, view, noMatch(asked, 'claim to pick up', 'queue replay') ?? 'Nothing to pick up.'),
  'queue.claim': claimText,
  'queue.next': claimText,
  'queue.heartbeat': ({ ref, leaseUntil }: Answer<typeof queueHeartbeat>, view: View) =>
    leaseUntil === null
      ? `${ref} is a person’s claim, which has no lease.`
      : `The claim of ${ref} holds until ${fullTime(leaseUntil, view)}.`,
  'queue.release': ({ item }: Answer<typeof queueRelease>) => `Released ${called(item)}: it is ${stateWord(item)}.`,
  'queue.annotate': ({ item }: Answer<typeof queueRelease>) => `Annotated ${called(item)}.`,
  'queue.edit': ({ item }: Answer<typeof queueRelease>) => `Changed ${called(item)}.`,
  'queue.ask': ({ item }: Answer<typeof queueRelease>) => `${called(item)} waits for a person’s answer.`,
  'queue.advance': ({ item }: Answer<typeof queueRelease>) => `${called(item)} goes on: it is ${stateWord(item)}.`,
  'queue.resolve': ({ item, freed, stillBlocked }: Answer<typeof queueResolve>) =>
    [
      `${called(item)} is ${item.status}.`,
      ...freed.map(line => `  Freed: ${itemLine(line)}`),
      ...stillBlocked.map(line => `  Still blocked: ${itemLine(line)}`),
    ].join('\n'),
  'queue.reopen': ({ item }: Answer<typeof queueRelease>) => `Reopened ${called(item)}: it is ${stateWord(item)}.`,
  'queue.reprioritise': ({ item }: Answer<typeof queueRelease>) => `Moved ${called(item)}: priority ${item.priority}.`,
  'queue.depend': waitText,
  'queue.undepend': waitText,
  ...findingTexts,
  ...planTexts,
  ...proofTexts,
  ...reviewTexts,
  ...taskTexts,
  ...trustTexts,
  ...handoffTexts,
  'lane.mayEdit': ({ path, reason }: Answer<typeof laneMayEdit>) => oneLine(reason ?? `${path} may be edited.`),
  'events.append': ({ event }: Answer<typeof eventsAppend>) => `Appended event ${event.id}, ${oneLine(event.type)}.`,
  'events.tail': eventList,
  'events.since': eventList,
  'events.between': eventList,
  'store.check': ({ ok, problems, warnings = [], ignored, ...numbers }: Answer<typeof storeCheck>, { style }: View) =>
    [
      ok ? style.green('The store is sound.') : style.red('The store is not sound.'),
      ...[...problems, ...warnings].map(text => `  ${oneLine(say(text))}`),
      `  ${count(numbers.workItems, 'work item', 'work items')}, ${count(numbers.events, 'event', 'events')}, ${count(numbers.commits, 'commit', 'commits')}, generation ${numbers.generation}, journal ${size(numbers.journalBytes)}, snapshot ${size(numbers.snapshotBytes)}`,
      ...(ignored.length === 0
        ? []
        : [
            '  Ignored files in the store’s folder; nothing was done for them:',
            ...ignored.map(({ file, reason }) => `    ${oneLine(file)}: ${oneLine(reason)}.`),
          ]),
    ].join('\n'),
  'store.compact': ({ generation, snapshotFile, snapshotBytes }: Answer<typeof storeCompact>) =>
    `Generation ${generation} begins from ${snapshotFile} (${size(snapshotBytes)}).`,
  'store.backup': ({ file, bytes, commits, contents: { held, missing } }: Answer<typeof storeBackup>) =>
    [
      `Backed up ${count(commits, 'commit', 'commits')} to ${file} (${size(bytes)}).`,
      ...(held === 0
        ? []
        : [`  With ${count(held, 'message', 'messages')} that ${held === 1 ? 'lies' : 'lie'} in files.`]),
      ...(missing === 0
        ? []
        : [`  Without ${count(missing, 'message', 'messages')} whose files are gone or were changed.`]),
    ].join('\n'),
  'store.restore': ({ keptAs }: Answer<typeof storeRestore>) => `Restored. What was there is kept as ${keptAs}.`,
  'store.export': ({ file, bytes }: Answer<typeof storeExport>) =>
    `Exported to ${file} (${size(bytes)}), plain SQLite.`,
  'store.query': (result: Answer<typeof storeQuery>, view: View) =>
    `${queryTable(result, view)}\n${view.style.dim(
      `${count(result.rows.length, 'row', 'rows')}${result.truncated ? '; there are more, see --limit' : ''}`,
    )}`,
  'store.path': ({ location, state, reason, hint }: Answer<typeof storePath>, { style }: View) =>
    [
      `${location}  ${style.dim(state === 'absent' ? 'absent; the first write makes it' : state)}`,
      ...[reason, hint].flatMap(text => (text === undefined ? [] : [`  ${oneLine(say(text))}`])),
    ].join('\n'),
} as const satisfies Readonly<Record<string, OwnText>>;

type AnyText = (data: unknown, view: View, asked: Asked) => string;

export const ownTexts: Readonly<Record<string, AnyText | undefined>> = texts as Readonly<Record<string, AnyText>>;

function statusText(status: Answer<typeof repositoryStatus>, view: View): string {
  const { style } = view;
  const { health, counts, needsYou, inFlight, next } = status;
  const parts = [
    `${style.dim('store')}  ${health.state === 'ready' || health.state === 'absent' ? health.state : style.red(health.state)}  ${style.dim(health.location)}`,
    ...[health.reason, health.hint].flatMap(text => (text === undefined ? [] : [`       ${oneLine(say(text))}`])),
  ];
  if (counts !== null) {
    const words = Object.entries(counts).map(([section, number]) => `${number} ${section.replaceAll('_', ' ')}`);
    parts.push(`${style.dim('queue')}  ${words.join(' · ')}`);
    const total = Object.values(counts).reduce((sum, number) => sum + number, 0);
    if (total === 0) parts.push('', `No work items yet. ${addOne}`);
  }
  if (needsYou.length > 0) parts.push('', style.bold('Needs you'), workItemTable(needsYou, view));
  if (inFlight.length > 0) parts.push('', style.bold('In flight'), workItemTable(inFlight, view));
  if (next !== null) parts.push('', style.bold('Next'), workItemTable([next], view));
  return parts.join('\n');
}

function claimText({ item, takeover, previousOwner }: Answer<typeof queueClaim>, view: View): string {
  const from = takeover && previousOwner !== null ? `, taken over from ${oneLine(previousOwner)}` : '';
  return `Claimed ${item.ref}${from}.\n\n${workItemPage(item, view)}`;
}

function waitText({ item }: Answer<typeof queueRelease>): string {
  const waits = item.blockedBy.map(({ ref }) => ref).join(', ');
  return waits === '' ? `${called(item)} waits for nothing.` : `${called(item)} waits for ${waits}.`;
}

function itemList({ items, nextCursor }: Answer<typeof queueList>, view: View, empty: string): string {
  if (items.length === 0) return empty;
  return `${workItemTable(items, view)}${moreText(nextCursor, view)}`;
}

function eventList({ events, nextCursor }: Answer<typeof eventsTail>, view: View, asked: Asked): string {
  if (events.length === 0) {
    return noMatch(asked, 'event', 'events tail') ?? 'No events. Every change of the queue writes one.';
  }
  return `${eventTable(events, view)}${moreText(nextCursor, view)}`;
}

/** Fields that leave nothing out of a list. */
const harmless: ReadonlySet<string> = new Set(['limit', 'order', 'staleMs']);

/** What an empty list means when only a part was asked for: undefined when everything was. */
function noMatch(asked: Asked, one: string, all: string): string | undefined {
  const given = Object.keys(asked).filter(field => asked[field] !== undefined && !harmless.has(field));
  if (given.length === 0) return undefined;
  if (given.every(field => field === 'cursor')) return `No further ${one}. From the beginning: stateroom ${all}`;
  return `No ${one} matches. Without filters: stateroom ${all}`;
}

function called({ ref, title }: WorkItem): string {
  return `${ref} ${oneLine(title)}`;
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
