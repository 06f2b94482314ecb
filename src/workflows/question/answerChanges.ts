import { refusalError } from '../../domain/refusal/refusal.js';
import { acceptedTimes, parseTime } from '../../domain/time/time.js';
import { verbatim } from '../../messages/message.js';
import { eventsSince } from '../../operations/events/eventsSince.js';
import { changeSentence } from '../../present/change.js';
import { type RecentChange, rankChanges } from '../../reports/recentChanges.js';
import { spanText } from '../../reports/spanText.js';
import { references } from '../standing.js';
import { type Prepared, read, type WorkflowCall } from '../workflow.js';
import { asks } from './asks.js';

const max = { events: 5000, lines: 15, text: 200 };

export async function answerChanges(call: WorkflowCall, since: string): Promise<Prepared> {
  const { translate: t, now } = call;
  const from = parseTime(since, now);
  if (from === undefined || from > now) {
    throw refusalError('invalid_input', verbatim(t('“{0}” is not a valid time in the past.', since.slice(0, 64))), {
      hint: verbatim(t('Use {0}.', call.tell(acceptedTimes))),
    });
  }
  const found = await read(call, eventsSince, { since: new Date(from).toISOString(), limit: max.events });
  const changes = rankChanges(found.events, max.lines);
  const span = spanText(now - from, t);
  return {
    brief: {
      title: t('What Changed in the Last {0}', span),
      sections: [
        {
          heading: t('Changes by others'),
          lines:
            changes.length === 0
              ? [t('No changes by others since then.')]
              : changes.map(change => changeLine(call, change)),
        },
      ],
      references: references(changes.map(({ refs }) => refs[0])),
      acts: [],
      missing: found.nextCursor === null ? [] : [t('Only the first {0} events are included.', max.events)],
    },
    asks: [asks.needs(t), asks.working(t)],
  };
}

function changeLine(call: WorkflowCall, change: RecentChange): string {
  const { markup, translate: t, now } = call;
  const { actor, text, at, refs, count } = change;
  const sentence = markup.text(changeSentence(change, t));
  // A single record becomes a link; for several, the sentence has their number.
  const [ref] = count === 1 && refs.length === 1 ? refs.filter(one => /^[WFTL]-\d+$/.test(one)) : [];
  const linked = ref === undefined ? sentence : sentence.replace(markup.text(ref), markup.ref(ref));
  const facts = [...(actor === null ? [] : [markup.text(actor)]), t('{0} ago', spanText(now - Date.parse(at), t))];
  const what = text === null ? linked : t('{0}: {1}', linked, markup.text(text.slice(0, max.text)));
  return markup.entry(`${what} (${facts.join(', ')})`);
}
