import { withoutTrailing } from '../../domain/text/withoutTrailing.js';
import { type BlockedAct, blockedActs, type Question } from './question.js';

/** Longer texts are not questions. */
const maxWords = 60;
const maxRefs = 5;
const dayMs = 86_400_000;

/** Words that identify an act. German ones are spelled with ae, oe, ue and ss throughout. */
const acts: Readonly<Record<BlockedAct, RegExp>> = {
  push: / (push\w*|gepusht) /,
  commit: / (commit\w*|einchecken|eingecheckt) /,
  merge: / (merg\w+|gemerg\w+|zusammen(ge)?fuehr\w+) /,
  close: / (clos(e|ed|ing)|finish\w*|(ab)?(ge)?schl(ie|o)ssen|beenden) /,
  accept: / (accept\w*|annehmen|angenommen) /,
};

/** Reads English or German text as a question; undefined if ambiguous. `now` is ms UTC; days begin at local midnight. */
export function readQuestion(text: string, now: number): Question | undefined {
  const refs = [...new Set(text.toUpperCase().match(/(?<![A-Z0-9-])[WTFL]-[1-9]\d{0,14}(?![A-Z0-9-])/g) ?? [])];
  const task = refs.find(ref => ref.startsWith('T-'));
  const of = task === undefined ? {} : { task };
  const path = pathIn(text);
  const words = wordsOf(path === undefined ? text : text.replace(path, ' '));
  const normalized = withoutUmlauts(words);
  if (normalized.split(' ').length > maxWords + 2) return undefined;
  const is = (pattern: RegExp): boolean => pattern.test(normalized);
  if (is(whyNot) || is(mayI)) {
    const act = blockedActs.find(one => is(acts[one]));
    if (act !== undefined) return { about: 'blocked', act, ...of };
  }
  if (is(findings) && !is(onFindings) && !refs.some(ref => ref.startsWith('F-'))) {
    return { about: 'findings', ...of, ...(path === undefined ? {} : { path }) };
  }
  if (refs.length > 0) return { about: 'records', refs: refs.slice(0, maxRefs) };
  if (path !== undefined) return is(owner) ? { about: 'owner', path } : undefined;
  const bare = bareOwner(words);
  if (bare !== undefined) return { about: 'owner', path: bare };
  if (is(changes)) return { about: 'changes', since: sinceIn(normalized, text, now) };
  const plain = (['needs', 'working', 'next', 'standing'] as const).find(about => is(plainQuestions[about]));
  return plain === undefined ? undefined : { about: plain };
}

const whyNot =
  / (why|warum|wieso|weshalb) (.* )?(cannot|\w+n't|cant|not|refused|rejected|blocked|nicht|keine?n?|abgelehnt|verweigert|blockiert) | (what|was) (.* )?(keeps|stops|prevents|blocks|blocking|hindert|haelt|verhindert|fehlt|missing) /;
const mayI = /^ (can|may|could|kann|darf) (i|we|it|this|ich|wir|es|man|das|die aufgabe|the task|the branch) /;
const findings =
  / (which|what|any|open|show|list|how many|welche|offenen?|zeige?|gibt es|wie viele) (.* )?(findings?|befunde?n?) |^ (findings?|befunde) /;
const onFindings =
  / (how (do|can|to)|record|fix|dismiss|defer|create|write|import|export|means?|erfassen?|behebe|beheben|anlegen|bedeutet) /;
const owner =
  / (who|whose|which lane|may|can|wem|wer|wessen|welche lane|darf|kann) (.* )?(owns?|is|works|working|responsible|edit|change|touch|has|claim\w*|gehoert|besitzt|hat|ist|zustaendig|arbeitet|aendern|bearbeite\w|anfassen) /;
const changes =
  /^ (what|was) (.* )?(changed|happened|new|i miss|i missed|geaendert|veraendert|passiert|geschehen|neue?s?|verpasst) |^ (what's|whats) new /;

/** Questions without a name, in the order tried. */
const plainQuestions = {
  needs:
    / (needs?|waits?|waiting|braucht?|brauchst|wartet|warten) (.* )?(me|my|us|mich|mir|uns|meinen?) |^ ((which|any|welche) )?(open |offenen? )?(questions|fragen) /,
  working:
    /^ (who|wer) (is |are |ist )?(works?|working|doing|does|macht|tut|arbeitet|arbeiten) ((on )?what|woran|an was|was|on which|gerade|now|jetzt|$)|^ (what|was|woran) (is|are|machen|macht|arbeiten|arbeitet|tun) (the |die )?(everyone|everybody|all|agents|workers|others|agenten|worker|anderen|alle|jeder) |^ (what|was) (is|ist) (gerade )?in (flight|progress|arbeit) /,
  next: /^ (and |so |und )?((what|which) (should|shall|do|can|must) (i|we) (do|work on|start|start with|pick|pick up|take)( next| now| first| today)? $|(what's|whats|what is|what comes|what) (up )?(next|now|the next \w+)( to do| for me)? $|where (do|should|shall|can) (i|we) (start|begin|continue) |was (soll|kann|muss|sollte) (ich|man) ((jetzt|nun|heute|als naechstes|zuerst) )*(tun|machen|anfangen) $|was (ist|kommt|steht) ((jetzt|nun|heute) )*(als naechstes|der naechste schritt|an)( zu tun| dran| an)? $|(was nun|was jetzt|jetzt|wie geht es weiter|wie weiter|next step|next) $|(womit|wo) (soll|kann|sollte|fange|mache) (ich|wir) (an|weiter|anfangen|beginnen|weitermachen))/,
  standing:
    /^ (where do we stand|how is it going|(what is the |what's the )?(state|status)|overview|summary|wie ist der stand|wo stehen wir|wie steht es|wie sieht es aus|stand|ueberblick|uebersicht) ((of the queue|of things|now|der dinge|gerade) )?$/,
} as const;

/** Lower-case words between single spaces, also at both ends, for patterns. */
function wordsOf(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu);
  return ` ${(words ?? []).join(' ')} `;
}

const spelt: Readonly<Record<string, string>> = { '\u00e4': 'ae', '\u00f6': 'oe', '\u00fc': 'ue', '\u00df': 'ss' };

/** Spells umlauts out, as people without such keys do, so that one pattern matches both. */
function withoutUmlauts(words: string): string {
  return words.normalize('NFC').replace(/[\u00e4\u00f6\u00fc\u00df]/g, letter => spelt[letter] ?? letter);
}

/** File or folder in a text: in quotes, with a slash, or with an extension. */
function pathIn(text: string): string | undefined {
  const quoted = /[`"\u201c\u201e']([\w@.*-]+(?:\/[\w@.*-]+)*\/?)[`"\u201d\u201c']/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  for (const word of text.split(/\s+/)) {
    const bare = withoutTrailing(word.replace(/^[(]+/, ''), '.,;:!?)');
    if (bare.includes('://') || /^(and\/or|und\/oder|w\/o|n\/a)$/i.test(bare)) continue;
    if (bare.split('/').every(part => blockedActs.some(act => acts[act].test(` ${part} `)))) continue;
    if (
      /^\.?\/?[\w@.*-]+(\/[\w@.*-]*)+$/.test(bare) ||
      /^[\w-]*[\w-]\.[a-z][a-z0-9]{0,5}$|^\.[a-z][\w.-]+$/i.test(bare)
    ) {
      return bare;
    }
  }
  return undefined;
}

/** Folder of `who owns docs?`: a single word is a path only if nothing else can be meant. */
function bareOwner(normalized: string): string | undefined {
  const [, name] =
    /^ (?:who owns|wem geh\u00f6rt|wer besitzt) (?:the |der |die |das )?(?:folder |file |ordner |datei )?([\p{L}\p{N}]+) $/u.exec(
      normalized,
    ) ?? [];
  return name === undefined || pronouns.has(name) ? undefined : name;
}

const pronouns = new Set(
  'this that it what me you us them everything something dies das es was mich uns alles etwas'.split(' '),
);

/** German units by first letter, mapped to those of operations. */
const germanUnits: Readonly<Record<string, string>> = { s: 'h', t: 'd' };
const weekdays = [
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  ['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag'],
];

/** Start of the period in the form of operations; defaults to a day. */
function sinceIn(normalized: string, text: string, now: number): string {
  const [date] = /\b\d{4}-\d{2}-\d{2}(?:T[\d:]+Z?)?\b/.exec(text) ?? [];
  if (date !== undefined) return date;
  const [, amount = '1', unit] =
    / (?:(\d{1,4}) )?(minute|hour|stunde|day|tag|week|woche)(?:s|n|e|en)? /.exec(normalized) ?? [];
  if (unit !== undefined) return `-${amount}${germanUnits[unit.charAt(0)] ?? unit.charAt(0)}`;
  if (/ (yesterday|gestern) /.test(normalized)) return 'yesterday';
  if (/ (today|this morning|heute) /.test(normalized)) return 'today';
  const day = Math.max(...weekdays.map(names => names.findIndex(name => normalized.includes(` ${name} `))));
  return day === -1 ? '-1d' : lastDay(day, now);
}

/** Midnight at which the last such weekday began; a week ago if it is today. */
function lastDay(day: number, now: number): string {
  const today = new Date(now);
  const back = (today.getDay() - day + 7) % 7 || 7;
  const begin = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  begin.setTime(begin.getTime() - back * dayMs);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${begin.getFullYear()}-${two(begin.getMonth() + 1)}-${two(begin.getDate())}`;
}
