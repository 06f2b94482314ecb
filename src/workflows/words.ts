import { withoutTrailing } from '../domain/text/withoutTrailing.js';

const empty = new Set(
  (
    'a about add all also an and any are as at be been but by can could do does for from get give had has have how i if in into ' +
    'is it its just let like make maybe me more must my need needs new no not of on one or our out please probably should so some ' +
    'that the their them then there these they this to too up us use want was we what when where which who why will with would you your'
  ).split(' '),
);

/** Significant words, deduplicated and in order; obvious plurals become singular. */
export function tellingWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter(word => word.length > 2 && !empty.has(word)).map(stem))];
}

export function sharedWords(words: readonly string[], text: string): number {
  const others = new Set(tellingWords(text));
  return words.filter(word => others.has(word)).length;
}

function stem(word: string): string {
  for (const ending of ['ing', 'ed', 'es', 's']) {
    if (word.length > ending.length + 3 && word.endsWith(ending)) return word.slice(0, -ending.length);
  }
  return word;
}

/** Phrases that begin a request but not a title. */
const beginnings =
  /^(?:(?:i think|i guess|perhaps|maybe|please|hey|hi|so|ok|okay|well|also)[, ]+|(?:we|you|i|one|somebody|someone)(?: (?:all|really|probably|maybe|definitely))* (?:should|could|must|need to|have to|ought to|want to|might)(?: (?:probably|maybe|really|also|perhaps|definitely))* |(?:can|could|would) (?:we|you) (?:please |maybe )?|let[\u2019']?s |it would be (?:nice|good|great) to )/i;

/** A request as a title: one line, without `we should probably` and the full stop. */
export function titleOf(request: string, max: number): string {
  let rest = request.replace(/\s+/g, ' ').trim();
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(beginnings, '').trim();
  }
  rest = withoutTrailing(rest, '.!? ');
  const title = `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`;
  return title.length > max ? `${title.slice(0, max - 1).trimEnd()}…` : title;
}
