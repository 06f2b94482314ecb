import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { visibleText } from '../../../domain/text/visibleText.js';
import type { Sentence } from '../../../messages/sentence.js';
import { eventRefs, eventWords } from '../../../present/eventSentence.js';
import type { Page } from '../../../present/page.js';
import { fieldsOf, type PageBlock, partSections } from '../../../present/pageSections.js';
import { shownEvents } from '../../../present/shownEvents.js';
import { linked, plainOf, spanPen, spansOf } from '../../../present/spanPen.js';
import type { RowCommand, RowLook } from '../../../present/viewRow.js';
import type { RecordBlock, RecordKind, RecordSection, RecordState } from '../../../protocol/recordState.js';
import type { StoreHealth } from '../../../store/store.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { exactLocalTime } from '../support/localTime.js';
import type { RecordCommands } from '../support/recordCommands.js';
import { translate as t } from '../support/translate.js';
import { iconOf } from './recordRows.js';
import { actsOfRow, type RowContributions } from './rowActs.js';

export const recordPen = spanPen(t, exactLocalTime, inEditorsLanguage);

/** Max characters of a sentence of the timeline; the page as text has all of it. */
const maxWordsLength = 600;

const headFields: Readonly<Record<RecordKind, () => readonly string[]>> = {
  lane: () => [t('Owner'), t('Agent'), t('Branch'), t('Work item'), t('Task')],
  item: () => [t('Owner'), t('Assignee'), t('Lease'), t('Priority')],
  finding: () => [t('Severity'), t('Location'), t('Work item'), t('Task')],
  task: () => [t('Branch'), t('Target branch'), t('Work item'), t('Started')],
  run: () => [t('About'), t('Work item'), t('Task'), t('Finding')],
  connect: () => [],
};

/** Fields of a conversation, shown above the other fields. */
const talkFields = () => [t('Question'), t('Answer'), t('Notes'), t('Note')];

export interface RecordParts {
  readonly kind: RecordKind;
  /** Rendered by `recordPen`, including the timeline. */
  readonly page: Page;
  readonly row: Pick<RowLook, 'icon' | 'color' | 'contextValue'>;
  readonly view: string;
  /** The next step for the person, if the row's menu does not offer it. */
  readonly lead?: RowCommand & { readonly label: string };
  /** Argument of the row's commands. */
  readonly node: unknown;
  readonly question: RecordState['question'];
  readonly sections: readonly RecordSection[];
}

interface RecordSurroundings {
  readonly contributes: RowContributions;
  readonly isTrusted: boolean;
  readonly health: Pick<StoreHealth, 'state' | 'reason' | 'hint'>;
}

/** Presents a record; adds the commands of its buttons to `commands`. */
export function presentRecord(
  { kind, page, row, view, node, question, sections, lead }: RecordParts,
  { contributes, isTrusted, health }: RecordSurroundings,
  commands: RecordCommands,
): RecordState {
  const status = page.fields.find(([name]) => name === t('Status'))?.[1];
  const fields = page.fields.filter(([name]) => name !== t('Status'));
  const { head, blocks } = fieldsOf(fields, { t }, headFields[kind]());
  const isTalk = (block: PageBlock): boolean => block.kind !== 'fields' && talkFields().includes(block.heading ?? '');
  // A pending question is shown with the box for its answer.
  const talk = blocks.filter(
    block =>
      isTalk(block) && ((question?.text ?? null) === null || !('heading' in block) || block.heading !== t('Question')),
  );
  const ofRow = actsOfRow(contributes, { view, traits: row.contextValue }, isTrusted).map(
    ({ command, label, rank }) => ({
      ...commands.add(command, label, { command, arguments: [node] }),
      rank: lead !== undefined && rank === 'first' ? ('shown' as const) : rank,
    }),
  );
  const first = lead && { ...commands.add(`lead.${lead.command}`, lead.label, lead), rank: 'first' as const };
  return {
    phase: 'ready',
    kind,
    ref: page.ref,
    title: plainOf(page.title),
    status: typeof status === 'string' ? { icon: iconOf(row.icon ?? 'info', row.color), line: spansOf(status) } : null,
    facts: head.map(({ name, value }) => ({ name, value: [...value] })),
    notice: limitOf(health),
    acts: first === undefined ? ofRow : [first, ...ofRow],
    question: question && { ...question, text: question.text === null ? null : visibleText(question.text) },
    sections: [
      ...section('talk', l10n.t('Questions and notes'), talk),
      ...sections,
      ...section(
        'details',
        l10n.t('Details'),
        blocks.filter(block => !isTalk(block)),
      ),
      ...partSections(page, { t }).flatMap(({ title, blocks: own }, index) => section(`part.${index}`, title, own)),
    ],
    events: shownEvents(page.timeline?.events ?? []).map(presentEvent),
    hasOlder: page.timeline?.more ?? false,
  };
}

export function presentFailure(
  kind: RecordKind,
  ref: string,
  { message, hint }: { readonly message: Sentence; readonly hint?: Sentence | undefined },
): RecordState {
  return {
    ...{ phase: 'failed', kind, ref, title: '', status: null, facts: [], acts: [], question: null },
    ...{ sections: [], events: [], hasOlder: false },
    notice: { message: inEditorsLanguage(message), hint: hint === undefined ? null : inEditorsLanguage(hint) },
  };
}

export function section(id: string, title: string, blocks: readonly PageBlock[]): RecordSection[] {
  return blocks.length === 0 ? [] : [{ id, title, blocks: blocks.map(presentBlock) }];
}

function presentBlock(block: PageBlock): RecordBlock {
  switch (block.kind) {
    case 'fields':
      return { kind: 'fields', fields: block.fields.map(({ name, value }) => ({ name, value: [...value] })) };
    case 'list':
      return {
        kind: 'rows',
        heading: block.heading,
        rows: block.lines.map(line => ({ icon: null, line: [...line], detail: null, act: null, inner: false })),
        none: null,
      };
    case 'prose':
      return block;
  }
}

function presentEvent(event: TimelineEvent): RecordState['events'][number] {
  const words = eventWords(event, maxWordsLength, t, exactLocalTime);
  // Event types without texts are shown by name.
  const other = oneLine(`${event.type} — ${event.actor ?? l10n.t('Someone')}`);
  return { id: event.id, at: event.at, line: linked(visibleText(words ?? other), eventRefs(event)) };
}

/** Notice above the record for a store that is readable only in part. */
function limitOf({ state, reason, hint }: RecordSurroundings['health']): RecordState['notice'] {
  if (state === 'ready' || state === 'absent' || reason === undefined) return null;
  return { message: inEditorsLanguage(reason), hint: hint === undefined ? null : inEditorsLanguage(hint) };
}
