import type { BriefSection } from '../domain/workflow/brief.js';
import type { DashboardReport } from './dashboardReport.js';
import type { Markup } from './markup.js';
import { spanText } from './spanText.js';
import type { Translate } from './translate.js';

/** In whose words, and how it is written down. */
export interface ContextWriting {
  readonly markup: Markup;
  readonly translate: Translate;
}

/** What there is to say of the queue; those that nothing can be said of are undefined. */
export interface ContextSections {
  /** How much there is of each, and in one sentence what to do now. */
  readonly queue: BriefSection;
  readonly needsYou: BriefSection | undefined;
  readonly working: BriefSection | undefined;
  readonly upNext: BriefSection | undefined;
  readonly stuck: BriefSection | undefined;
  readonly tasks: BriefSection | undefined;
  readonly lanes: BriefSection | undefined;
}

const shown = { needsYou: 5, stuck: 3, working: 8, upNext: 3, tasks: 5, lanes: 5 } as const;
const maxQuestionLength = 400;

/** The state of the queue and what to do next, in sentences: what a newcomer needs to know, from the store alone. */
export function contextSections(report: DashboardReport, { markup, translate }: ContextWriting): ContextSections {
  const writer = new Writer(report, markup, translate);
  return {
    queue: writer.queue(),
    needsYou: writer.needsYou(),
    working: writer.working(),
    upNext: writer.upNext(),
    stuck: writer.stuck(),
    tasks: writer.tasks(),
    lanes: writer.lanes(),
  };
}

class Writer {
  readonly #report: DashboardReport;
  readonly #markup: Markup;
  readonly #t: Translate;
  readonly #now: number;

  constructor(report: DashboardReport, markup: Markup, translate: Translate) {
    this.#report = report;
    this.#markup = markup;
    this.#t = translate;
    this.#now = Date.parse(report.at);
  }

  queue(): BriefSection {
    const t = this.#t;
    const { counts, events } = this.#report;
    const heading = t('Queue');
    if (Object.values(counts).every(count => count === 0)) {
      const isNew = events.length === 0;
      return {
        heading,
        lines: [isNew ? t('The queue is empty. No work items have been added yet.') : t('The queue is empty.')],
      };
    }
    const standing = [
      ...(counts.needs_you === 0 ? [] : [this.#markup.strong(this.#needYou(counts.needs_you))]),
      t('{0} ready', counts.ready),
      t('{0} in flight', counts.in_flight),
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
    const t = this.#t;
    return this.#list(t('Needs you'), this.#report.needsYou, shown.needsYou, (row, index) => {
      const questions =
        row.owner === null
          ? t('asked {0} ago', this.#span(this.#now - Date.parse(row.since)))
          : t('asked by {0} {1} ago', this.#markup.text(row.owner), this.#span(this.#now - Date.parse(row.since)));
      const holds = this.#holdsUp(row.blocks);
      const entry = this.#markup.entry(
        `${this.#item(row)} (${holds === '' ? questions : `${questions}; ${holds}`})`,
        index + 1,
      );
      return [entry, this.#markup.quote(cut(row.question ?? t('No question given.')))];
    });
  }

  working(): BriefSection | undefined {
    const t = this.#t;
    return this.#list(t('In flight'), this.#report.working, shown.working, row => {
      const owner = this.#markup.strong(this.#markup.text(row.owner));
      const lease =
        row.leaseUntil === null
          ? t('{0}, without a lease', owner)
          : t('{0}, lease expires in {1}', owner, this.#span(Date.parse(row.leaseUntil) - this.#now));
      return this.#markup.entry(`${this.#item(row)}: ${lease}`);
    });
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

  tasks(): BriefSection | undefined {
    return this.#list(this.#t('Active tasks'), this.#report.tasks, shown.tasks, ({ ref, objective, branch }) => {
      const place = branch === null ? '' : ` (${this.#markup.text(branch)})`;
      return this.#markup.entry(`${this.#markup.ref(ref)} ${this.#markup.text(cut(objective))}${place}`);
    });
  }

  lanes(): BriefSection | undefined {
    return this.#list(this.#t('Lanes that need you'), this.#report.lanes, shown.lanes, ({ ref, lane, need, next }) => {
      const what = `${this.#markup.ref(ref)} ${this.#markup.text(lane)}: ${this.#laneNeed(need)}`;
      return this.#markup.entry(`${what} (stateroom ${this.#markup.text(next)})`);
    });
  }

  #laneNeed(need: DashboardReport['lanes']['rows'][number]['need']): string {
    const t = this.#t;
    switch (need) {
      case 'approval':
        return t('ready for review');
      case 'merge':
        return t('approved, ready to merge');
      case 'conflict':
        return t('stopped on a conflict');
      case 'dead':
        return t('no heartbeat');
      case 'failure':
        return t('failed');
      case 'blocked':
        return t('blocked');
    }
  }

  /** One sentence: what to do now. */
  #advice(): string {
    const t = this.#t;
    const { needsYou, upNext, working, counts } = this.#report;
    const question = needsYou.rows[0];
    if (question !== undefined) {
      const holds = this.#holdsUp(question.blocks);
      const answer = t('Answer {0} first', this.#markup.ref(question.ref));
      return holds === '' ? `${answer}.` : `${answer}: ${t('it {0}', holds)}.`;
    }
    const next = upNext.rows[0];
    if (next !== undefined) return t('Nothing needs your attention. Next up: {0}.', this.#item(next));
    if (working.total > 0)
      return t('Nothing needs your attention and nothing is ready: all available work is in flight.');
    if (counts.scheduled > 0)
      return t('Nothing can be claimed right now. Scheduled work items become ready automatically.');
    if (counts.blocked > 0)
      return t('Nothing can be claimed right now: the remaining work items are blocked by others.');
    if (this.#report.tasks.total + this.#report.lanes.total > 0) {
      return t('All work items are done, but tasks or lanes are still open.');
    }
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

  #holdsUp(blocks: number): string {
    if (blocks === 0) return '';
    return blocks === 1 ? this.#t('blocks 1 other') : this.#t('blocks {0} others', blocks);
  }

  #item(row: { ref: string; title: string }): string {
    return `${this.#markup.ref(row.ref)} ${this.#markup.text(row.title)}`;
  }

  #span(ms: number): string {
    return spanText(ms, this.#t);
  }

  /** The first rows of a list, each in one or more lines. */
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

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= maxQuestionLength ? text : `${characters.slice(0, maxQuestionLength - 1).join('')}…`;
}
