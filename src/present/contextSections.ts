import type { Need, NeedKind } from '../domain/lane/need.js';
import type { BriefSection } from '../domain/workflow/brief.js';
import type { Sentence } from '../messages/sentence.js';
import type { DashboardReport } from '../reports/dashboardReport.js';
import type { Markup } from '../reports/markup.js';
import { spanText } from '../reports/spanText.js';
import type { Translate } from '../reports/translate.js';
import { needLooks } from './needRow.js';
import { progressWord } from './progressWord.js';

export interface ContextWriting {
  readonly markup: Markup;
  readonly translate: Translate;
  readonly tell: (sentence: Sentence) => string;
}

/** Sections of the brief. A section without content is undefined. */
export interface ContextSections {
  /** Counts, and the next step in one sentence. */
  readonly queue: BriefSection;
  readonly needsYou: BriefSection | undefined;
  readonly working: BriefSection | undefined;
  readonly upNext: BriefSection | undefined;
  readonly stuck: BriefSection | undefined;
}

const shown = { needsYou: 5, stuck: 3, working: 8, upNext: 3 } as const;
const maxQuestionLength = 400;

/** Describes the state of the queue and the next steps for a newcomer, from the store alone. */
export function contextSections(report: DashboardReport, writing: ContextWriting): ContextSections {
  const writer = new Writer(report, writing);
  return {
    queue: writer.queue(),
    needsYou: writer.needsYou(),
    working: writer.working(),
    upNext: writer.upNext(),
    stuck: writer.stuck(),
  };
}

class Writer {
  readonly #report: DashboardReport;
  readonly #markup: Markup;
  readonly #t: Translate;
  readonly #writing: ContextWriting;
  readonly #now: number;

  constructor(report: DashboardReport, writing: ContextWriting) {
    this.#report = report;
    this.#markup = writing.markup;
    this.#t = writing.translate;
    this.#writing = writing;
    this.#now = Date.parse(report.at);
  }

  queue(): BriefSection {
    const t = this.#t;
    const { counts, events, needsYou, working } = this.#report;
    const heading = t('Queue');
    if (Object.values(counts).every(count => count === 0) && needsYou.total + working.total === 0) {
      const isNew = events.length === 0;
      return {
        heading,
        lines: [isNew ? t('The queue is empty. No work items have been added yet.') : t('The queue is empty.')],
      };
    }
    const standing = [
      ...(needsYou.total === 0 ? [] : [this.#markup.strong(this.#needYou(needsYou.total))]),
      t('{0} ready', counts.ready),
      t('{0} in progress', working.total),
      ...(counts.blocked === 0 ? [] : [t('{0} blocked', counts.blocked)]),
      ...(counts.scheduled === 0 ? [] : [t('{0} scheduled', counts.scheduled)]),
      t('{0} done', counts.done),
    ].join(' · ');
    return { heading, lines: [standing, '', this.#advice()] };
  }

  #needYou(count: number): string {
    return count === 1 ? this.#t('1 needs you') : this.#t('{0} need you', count);
  }

  needsYou(): BriefSection | undefined {
    return this.#list(this.#t('Needs you'), this.#report.needsYou, shown.needsYou, (row, index) =>
      needLines({ ...row, text: row.question, from: row.owner }, this.#writing, this.#now, index + 1),
    );
  }

  working(): BriefSection | undefined {
    return this.#list(this.#t('In progress'), this.#report.working, shown.working, row => {
      return this.#markup.entry(`${this.#item(row)}: ${this.#progress(row)}`);
    });
  }

  #progress(row: DashboardReport['working']['rows'][number]): string {
    const t = this.#t;
    const { owner, state, task, laneName, heartbeat, leaseUntil } = row;
    const who = owner === null ? t('nobody yet') : this.#markup.strong(this.#markup.text(owner));
    const isClaim = laneName === null && task === null;
    if (isClaim && leaseUntil === null) return t('{0}, without a lease', who);
    if (isClaim && leaseUntil !== null)
      return t('{0}, lease expires in {1}', who, this.#span(Date.parse(leaseUntil) - this.#now));
    const facts = [
      who,
      laneName === null ? undefined : t('lane {0}', this.#markup.text(laneName)),
      laneName !== null || task === null ? undefined : this.#markup.ref(task),
      progressWord(state, t),
      heartbeat?.level === 'WAITING'
        ? t('waiting for you')
        : heartbeat?.at == null
          ? undefined
          : t('last heartbeat {0} ago', this.#span(this.#now - Date.parse(heartbeat.at))),
    ];
    return facts.filter(fact => fact !== undefined).join(', ');
  }

  upNext(): BriefSection | undefined {
    const t = this.#t;
    return this.#list(t('Next'), this.#report.upNext, shown.upNext, (row, index) => {
      const reasons = [
        ...(row.leaseExpired ? [t('previous owner timed out')] : []),
        ...(index === 0 ? [this.#why(row)] : []),
        ...(row.due === null ? [] : [this.#due(row.due)]),
      ];
      return this.#markup.entry(
        reasons.length === 0 ? this.#item(row) : `${this.#item(row)} (${reasons.join('; ')})`,
        index + 1,
      );
    });
  }

  stuck(): BriefSection | undefined {
    const t = this.#t;
    return this.#list(t('Blocked by failed or cancelled items'), this.#report.stuck, shown.stuck, row => {
      const blockers = row.blockedBy.map(blocker =>
        blocker.status === 'failed'
          ? t('{0} failed', this.#markup.ref(blocker.ref))
          : t('{0} was cancelled', this.#markup.ref(blocker.ref)),
      );
      return this.#markup.entry(`${this.#item(row)}: ${blockers.join(', ')}`);
    });
  }

  #advice(): string {
    const t = this.#t;
    const { needsYou, upNext, working, counts } = this.#report;
    const question = needsYou.rows[0];
    if (question !== undefined) {
      const holds = holdsUp(question.blocks, t);
      const ref = refOf(question.ref, this.#markup);
      const answer = isQuestion(question.kind) ? t('Answer {0} first', ref) : t('Look at {0} first', ref);
      return holds === '' ? `${answer}.` : `${answer}: ${t('it {0}', holds)}.`;
    }
    const next = upNext.rows[0];
    if (next !== undefined) return t('Nothing needs your attention. Next up: {0}.', this.#item(next));
    if (working.total > 0)
      return t('Nothing needs your attention and nothing is ready: all available work is in progress.');
    if (counts.scheduled > 0)
      return t('Nothing can be claimed right now. Scheduled work items become ready automatically.');
    if (counts.blocked > 0)
      return t('Nothing can be claimed right now: the remaining work items are blocked by others.');
    return t('All work is done.');
  }

  #why(row: DashboardReport['upNext']['rows'][number]): string {
    const t = this.#t;
    switch (row.why) {
      case 'priority':
        return t('first because it has the highest priority, {0}', row.priority);
      case 'position':
        return t('first because it was moved up');
      case 'due':
        return t('first because it is due soonest');
      case 'age':
        return t('first because it is the oldest with priority {0}', row.priority);
      case 'only':
        return t('the only ready item');
    }
  }

  #due(due: string): string {
    const left = Date.parse(due) - this.#now;
    return left >= 0 ? this.#t('due in {0}', this.#span(left)) : this.#t('overdue by {0}', this.#span(-left));
  }

  #item(row: { ref: string; title: string }): string {
    return `${this.#markup.ref(row.ref)} ${this.#markup.text(row.title)}`;
  }

  #span(ms: number): string {
    return spanText(ms, this.#t);
  }

  #list<Row>(
    heading: string,
    { total, rows }: { readonly total: number; readonly rows: readonly Row[] },
    limit: number,
    linesOf: (row: Row, index: number) => string | string[],
  ): BriefSection | undefined {
    if (rows.length === 0) return undefined;
    const more = total - Math.min(rows.length, limit);
    const rest = more > 0 ? [this.#markup.rest(this.#t('and {0} more', more))] : [];
    return { heading, lines: [...rows.slice(0, limit).flatMap(linesOf), ...rest] };
  }
}

/** Renders a need as list lines: kind, reason, owner, time and blocked items. */
export function needLines(need: NeedLine, writing: ContextWriting, now: number, number?: number): string[] {
  const { markup, translate: t, tell } = writing;
  const { kind, ref, lane, task, title, text, from, since, blocks } = need;
  const span = spanText(now - Date.parse(since), t);
  const who = from === null ? undefined : markup.text(from);
  const facts = isQuestion(kind)
    ? [
        who === undefined ? t('asked {0} ago', span) : t('asked by {0} {1} ago', who, span),
        lane === null ? undefined : t('lane {0}', markup.text(lane)),
      ]
    : [
        needLooks[kind].word(t),
        task === null ? undefined : markup.ref(task),
        lane === null ? undefined : t('lane {0}', markup.text(lane)),
        who,
        t('for {0}', span),
      ];
  const holds = holdsUp(blocks, t);
  const known = [...facts, holds === '' ? undefined : holds].filter(fact => fact !== undefined);
  const quote = text === null ? (kind === 'workItem' ? t('No question given.') : undefined) : tell(text);
  return [
    markup.entry(`${refOf(ref, markup)} ${markup.text(title)} (${known.join('; ')})`, number),
    ...(quote === undefined ? [] : [markup.quote(cut(quote))]),
  ];
}

type NeedLine = Pick<Need, 'kind' | 'ref' | 'lane' | 'task' | 'title' | 'text' | 'from' | 'since' | 'blocks'>;

function isQuestion(kind: NeedKind): boolean {
  return kind === 'workItem' || kind === 'question';
}

/** Messages and reports have no page. */
function refOf(ref: string, markup: Markup): string {
  return /^[WFTLR]-/.test(ref) ? markup.ref(ref) : ref;
}

function holdsUp(blocks: number, t: Translate): string {
  if (blocks === 0) return '';
  return blocks === 1 ? t('blocks 1 other') : t('blocks {0} others', blocks);
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= maxQuestionLength ? text : `${characters.slice(0, maxQuestionLength - 1).join('')}…`;
}
