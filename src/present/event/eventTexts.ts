import type { TimelineEvent } from '../../domain/event/event.js';
import type { Translate } from '../../reports/translate.js';
import type { Icon } from '../look.js';
import type { Pen } from '../page.js';

/** Content of an event. */
export type Payload = TimelineEvent['payload'];

/** The text of an event in the list of recent changes. */
export interface ChangeLook {
  /** What happened, with the thing it happened to: `F-3` or `4 findings`. */
  readonly say: (what: string, t: Translate, outcome: string | null, actor: string | null) => string;
  /** By outcome where that tells changes of the type apart; a dot unless something else is said. */
  readonly icon?: Icon | ((outcome: string | null) => Icon);
}

/** What is shown to a type of event with. */
export interface EventTexts {
  /** What happened in one line of Markdown: who, as Markdown, and what its content says. */
  readonly line: (actor: string, payload: Payload, t: Translate, time: Pen['time']) => string;
  /** Of those that are shown as changes. */
  readonly change?: ChangeLook;
}
