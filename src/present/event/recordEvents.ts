import { recordEvents } from '../../domain/event/ownEvents.js';
import { listedFacts } from '../../domain/records.js';
import { inLanguage } from '../inLanguage.js';
import { ends, plain } from './changeIcons.js';
import { withText, word } from './eventParts.js';
import type { EventTexts } from './eventTexts.js';

/** Returns the texts of an event by the definition of its record; undefined for other events. */
export function recordEventTexts(type: string): EventTexts | undefined {
  const found = recordEvents().get(type);
  if (found === undefined) return undefined;
  const { line, change, text, look } = found.event;
  const { word: subject, look: icon } = listedFacts(found.name);
  return {
    line: (actor, payload, t) =>
      withText(inLanguage(t, line, actor, word(payload[subject], t)), text && payload[text], t),
    ...(change === undefined
      ? {}
      : {
          change: {
            icon: look === 'started' ? icon : look === 'ended' ? ends : plain,
            say: (what, t) => inLanguage(t, change, what),
          },
        }),
  };
}
