import type { z } from 'zod';
import type { WorkItem } from '../../../domain/workItem/workItem.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueAdvance } from '../../../operations/queue/queueAdvance.js';
import { queueAnnotate } from '../../../operations/queue/queueAnnotate.js';
import { queueAsk } from '../../../operations/queue/queueAsk.js';
import { queueClaim } from '../../../operations/queue/queueClaim.js';
import { queueDepend } from '../../../operations/queue/queueDepend.js';
import { queueEdit } from '../../../operations/queue/queueEdit.js';
import { queueHeartbeat } from '../../../operations/queue/queueHeartbeat.js';
import { queueImport } from '../../../operations/queue/queueImport.js';
import { queueList } from '../../../operations/queue/queueList.js';
import { queueNext } from '../../../operations/queue/queueNext.js';
import { queueReady } from '../../../operations/queue/queueReady.js';
import { queueRelease } from '../../../operations/queue/queueRelease.js';
import { queueReopen } from '../../../operations/queue/queueReopen.js';
import { queueReplay } from '../../../operations/queue/queueReplay.js';
import { queueReprioritise } from '../../../operations/queue/queueReprioritise.js';
import { queueResolve } from '../../../operations/queue/queueResolve.js';
import { queueUndepend } from '../../../operations/queue/queueUndepend.js';
import { type Asked, addOne, count, noMatch } from '../format/answerWords.js';
import { oneLine } from '../format/text.js';
import { fullTime, moreText, type View } from '../format/view.js';
import { itemLine, stateWord, workItemPage, workItemTable } from '../format/workItemText.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on work items say to a person. */
export const queueTexts = {
  [queueAdd.name]: ({ inserted, item, differs = [] }: Answer<typeof queueAdd>) => {
    if (inserted) return `Added ${called(item)} (${stateWord(item)}).`;
    const kept = differs.length === 0 ? '' : ` It was not changed; your ${differs.join(', ')} would differ.`;
    return `${called(item)} already exists (${stateWord(item)}).${kept}`;
  },
  [queueImport.name]: ({ inserted, existing, firstRef, lastRef }: Answer<typeof queueImport>) => {
    const range = firstRef === null ? '' : firstRef === lastRef ? ` (${firstRef})` : ` (${firstRef} to ${lastRef})`;
    const kept = existing === 0 ? '' : ` ${existing.toLocaleString('en')} already existed.`;
    return `Added ${count(inserted, 'work item', 'work items')}${range}.${kept}`;
  },
  [queueList.name]: (page: Answer<typeof queueList>, view: View, asked: Asked) =>
    itemList(page, view, noMatch(asked, 'work items', 'queue list') ?? `No work items. ${addOne}`),
  [queueReady.name]: (page: Answer<typeof queueList>, view: View, asked: Asked) =>
    itemList(
      page,
      view,
      noMatch(asked, 'ready work items', 'queue ready') ??
        'Nothing is ready. To see what is waiting and why: stateroom queue list',
    ),
  [queueReplay.name]: (page: Answer<typeof queueList>, view: View, asked: Asked) =>
    itemList(page, view, noMatch(asked, 'work items to resume', 'queue replay') ?? 'Nothing to resume.'),
  [queueClaim.name]: claimText,
  [queueNext.name]: claimText,
  [queueHeartbeat.name]: ({ ref, leaseUntil }: Answer<typeof queueHeartbeat>, view: View) =>
    leaseUntil === null
      ? `${ref} is claimed by a person, so it has no lease.`
      : `Your claim on ${ref} is valid until ${fullTime(leaseUntil, view)}.`,
  [queueRelease.name]: ({ item }: Answer<typeof queueRelease>) => `Released ${called(item)} (${stateWord(item)}).`,
  [queueAnnotate.name]: ({ item }: Answer<typeof queueRelease>) => `Annotated ${called(item)}.`,
  [queueEdit.name]: ({ item }: Answer<typeof queueRelease>) => `Changed ${called(item)}.`,
  [queueAsk.name]: ({ item }: Answer<typeof queueRelease>) => `${called(item)} is waiting for a person’s answer.`,
  [queueAdvance.name]: ({ item }: Answer<typeof queueRelease>) => `Answered ${called(item)} (${stateWord(item)}).`,
  [queueResolve.name]: ({ item, freed, stillBlocked }: Answer<typeof queueResolve>) =>
    [
      `${called(item)} is ${item.status}.`,
      ...freed.map(line => `  Unblocked: ${itemLine(line)}`),
      ...stillBlocked.map(line => `  Still blocked: ${itemLine(line)}`),
    ].join('\n'),
  [queueReopen.name]: ({ item }: Answer<typeof queueRelease>) => `Reopened ${called(item)} (${stateWord(item)}).`,
  [queueReprioritise.name]: ({ item }: Answer<typeof queueRelease>) =>
    `Moved ${called(item)}: priority ${item.priority}.`,
  [queueDepend.name]: waitText,
  [queueUndepend.name]: waitText,
} as const;

function claimText({ item, takeover, previousOwner }: Answer<typeof queueClaim>, view: View): string {
  const from = takeover && previousOwner !== null ? `, taken over from ${oneLine(previousOwner)}` : '';
  return `Claimed ${item.ref}${from}.\n\n${workItemPage(item, view)}`;
}

function waitText({ item }: Answer<typeof queueRelease>): string {
  const waits = item.blockedBy.map(({ ref }) => ref).join(', ');
  return waits === '' ? `${called(item)} has no dependencies.` : `${called(item)} depends on ${waits}.`;
}

function itemList({ items, nextCursor }: Answer<typeof queueList>, view: View, empty: string): string {
  if (items.length === 0) return empty;
  return `${workItemTable(items, view)}${moreText(nextCursor, view)}`;
}

function called({ ref, title }: WorkItem): string {
  return `${ref} ${oneLine(title)}`;
}
