import type { TimelineEvent } from '../../domain/event/event.js';
import type { Translate } from '../../reports/translate.js';
import type { Icon } from '../look.js';
import type { Pen } from '../page.js';

export type Payload = TimelineEvent['payload'];

export interface ChangeLook {
  /** `what` is the changed record or count: `F-3`, `4 findings`. */
  readonly say: (what: string, t: Translate, outcome: string | null, actor: string | null) => string;
  /** A function where the outcome distinguishes changes of the type; defaults to a dot. */
  readonly icon?: Icon | ((outcome: string | null) => Icon);
}

export interface EventTexts {
  /** Describes the event in one line of Markdown; `actor` is Markdown already. */
  readonly line: (actor: string, payload: Payload, t: Translate, time: Pen['time']) => string;
  /** Only for types shown as changes. */
  readonly change?: ChangeLook;
}
