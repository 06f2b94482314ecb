import type { TimelineEvent } from '../../domain/event/event.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { inEnglish } from '../../messages/inEnglish.js';
import { eventsSince } from '../../operations/events/eventsSince.js';
import { eventsTail } from '../../operations/events/eventsTail.js';
import { invoke } from '../../operations/invoke.js';
import { mistake } from './commandLine/mistake.js';
import { eventLine } from './format/eventText.js';
import type { Session, Streams } from './session.js';
import { stream, streamFlag } from './stream.js';

const followFlag = streamFlag('follow', 'Keep printing new events until interrupted; with --json, one object per line');

export const streams: Streams = { [eventsTail.name]: { flag: followFlag, run: followEvents } };

/** Max events per read while catching up. */
const pageSize = 1000;

/** Prints the latest events, oldest first, then each new one by any process. Waits for a store if there is none. */
function followEvents(session: Session, input: Readonly<Record<string, unknown>>): Promise<number> {
  const { printer } = session;
  const { limit: _, cursor: __, ...filters } = input;
  if (input.from !== undefined || input.to !== undefined) {
    return Promise.resolve(
      printer.refusal(mistake('--follow prints new events.', 'Leave out --from and --to, or use events export.')),
    );
  }
  const shown = new ShownEvents();
  const write = (event: TimelineEvent) => {
    if (printer.json) printer.stdout.writeJson(inEnglish(event));
    else printer.stdout.write(`${eventLine(event, printer.view)}\n`);
  };
  const print = (events: readonly TimelineEvent[]) => {
    for (const event of events) {
      shown.add(event);
      write(event);
    }
  };
  return stream(session, { reads: true }, context => {
    let hasBegun = false;
    return async () => {
      if (!hasBegun) {
        const latest = await invoke(eventsTail, context, input);
        if (isRefusal(latest)) return latest;
        hasBegun = true;
        print(latest.events.toReversed());
      }
      // Includes the last event shown, to detect a restore, which replaces the timeline.
      const after = Math.max(0, shown.lastId - 1);
      const page = await invoke(eventsSince, context, { ...filters, after, limit: pageSize });
      if (isRefusal(page)) return page;
      const [first, ...next] = page.events;
      if (shown.lastId > 0 && (first === undefined || !shown.has(first))) {
        const recent = await invoke(eventsTail, context, { ...filters, limit: pageSize });
        if (isRefusal(recent)) return recent;
        const events = recent.events.toReversed();
        const unseen = events.filter(event => !shown.has(event) && !shown.isBefore(event));
        shown.startOver(events);
        for (const event of unseen) write(event);
      } else {
        print(shown.lastId > 0 ? next : page.events);
      }
      return page.nextCursor === null ? 'later' : 'again';
    };
  });
}

/** Number of last shown events to remember. */
const memory = 10_000;

/** Events already shown, identified by id and time, since a restore reuses ids. */
class ShownEvents {
  readonly #times = new Map<number, string>();
  #firstId: number | undefined;
  lastId = 0;

  add({ id, at }: TimelineEvent): void {
    this.#times.set(id, at);
    this.#firstId ??= id;
    this.lastId = id;
    const [oldest] = this.#times.keys();
    if (this.#times.size > memory && oldest !== undefined) this.#times.delete(oldest);
  }

  has({ id, at }: TimelineEvent): boolean {
    return this.#times.get(id) === at;
  }

  /** True for events from before the stream began. */
  isBefore({ id }: TimelineEvent): boolean {
    return this.#firstId !== undefined && id < this.#firstId;
  }

  /** Starts over with a replaced timeline that ends with these events, shown or not. */
  startOver(events: readonly TimelineEvent[]): void {
    this.#times.clear();
    for (const { id, at } of events) this.#times.set(id, at);
    this.lastId = events.at(-1)?.id ?? 0;
    this.#firstId = Math.min(this.#firstId ?? 1, this.lastId + 1);
  }
}
