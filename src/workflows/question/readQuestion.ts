import { withoutTrailing } from '../../domain/text/withoutTrailing.js';
import { type BlockedAct, blockedActs, type Question } from './question.js';

/** More words than this are a story, not a question. */
const maxWords = 60;
const maxRefs = 5;
const dayMs = 86_400_000;

/** Words of both languages by which an act is told; German ones are spelt with ae, oe, ue and ss here and below. */
const acts: Readonly<Record<BlockedAct, string>> = {
  push: 'push|pushes|pushed|pushing|pushen|gepusht|pushe',
  commit: 'commit|commits|committed|committing|committen|commiten|committet|einchecken|eingecheckt',
  merge: 'merge|merges|merged|merging|mergen|gemergt|gemerged|zusammenfuehren|zusammengefuehrt',
  close: 'close|closed|closing|finish|finished|finishing|abschliessen|abgeschlossen|schliessen|geschlossen|beenden',
  accept: 'accept|accepted|accepting|annehmen|angenommen',
};

/**
 * What a person asks in their own words, in English or German, as a question that operations answer; undefined where that is
 * not plain. `now` is ms UTC; days begin at local midnight.
 */
export function readQuestion(text: string, now: number): Question | undefined {
  const refs = [...new Set(text.toUpperCase().match(/(?<![A-Z0-9-])[WTFL]-[1-9]\d{0,14}(?![A-Z0-9-])/g) ?? [])];
  const task = refs.find(ref => ref.startsWith('T-'));
  const of = task === undefined ? {} : { task };
  const path = pathIn(text);
  const words = wordsOf(path === undefined ? text : text.replace(path, ' '));
  const said = withoutUmlauts(words);
  if (said.split(' ').length > maxWords + 2) return undefined;
  const is = (pattern: RegExp): boolean => pattern.test(said);
  if (is(whyNot) || is(mayI)) {
    const act = blockedActs.find(one => new RegExp(` (${acts[one]}) `).test(said));
    if (act !== undefined) return { about: 'blocked', act, ...of };
  }
  if (is(findings) && !is(onFindings) && !refs.some(ref => ref.startsWith('F-'))) {
    return { about: 'findings', ...of, ...(path === undefined ? {} : { path }) };
  }
  if (refs.length > 0) return { about: 'records', refs: refs.slice(0, maxRefs) };
  if (path !== undefined) return is(owner) ? { about: 'owner', path } : undefined;
  const bare = bareOwner(words);
  if (bare !== undefined) return { about: 'owner', path: bare };
  if (is(changes)) return { about: 'changes', since: sinceIn(said, text, now) };
  const plain: readonly [RegExp, 'needs' | 'working' | 'next' | 'standing'][] = [
    [needs, 'needs'],
    [working, 'working'],
    [next, 'next'],
    [standing, 'standing'],
  ];
  const about = plain.find(([pattern]) => is(pattern))?.[1];
  return about === undefined ? undefined : { about };
}

const whyNot =
  / (why|warum|wieso|weshalb) (.* )?(cannot|can't|cant|couldn't|not|isn't|won't|doesn't|refused|rejected|blocked|nicht|kein|keine|keinen|abgelehnt|verweigert|blockiert) | (what|was) (.* )?(keeps|stops|prevents|blocks|blocking|stopping|hindert|haelt|verhindert|fehlt|missing) /;
const mayI = /^ (can|may|could|kann|darf) (i|we|it|this|ich|wir|es|man|das|die aufgabe|the task|the branch) /;
const findings =
  / (which|what|any|open|show|list|are there|how many|welche|offene|offenen|zeige|zeig|liste|gibt es|wie viele) (.* )?(findings?|befunde?n?) |^ (open |offene )?(findings?|befunde) /;
const onFindings =
  / (how (do|can|to)|record|fix|dismiss|defer|create|write|import|export|mean|means|erfasse|erfassen|beheben|behebe|anlegen|importieren|exportieren|bedeutet) /;
const owner =
  / (who|whose|which lane|may|can|wem|wer|wessen|welche lane|darf|kann) (.* )?(owns|own|is|works|working|responsible|edit|change|touch|has|claims|claimed|gehoert|besitzt|hat|ist|zustaendig|arbeitet|aendern|aendere|bearbeiten|bearbeitet|anfassen) /;
const changes =
  /^ (what|was) (has |have |hat |ist |gibt |is )?(.* )?(changed|happened|happen|new|did i miss|i missed|geaendert|veraendert|passiert|geschehen|neu|neues|verpasst) |^ (what's|whats) new /;
const needs =
  / (needs|need|waits|wait|waiting|braucht|brauchen|wartet|warten|brauchst) (.* )?(me|my|from me|for me|us|mich|mir|uns|meine|meinen) |^ (what|was) (do|does|brauchst|braucht) .*(me|mir|mich) |^ (open|offene) (questions|fragen) |^ (welche|which|any) (open |offene |offenen )?(questions|fragen) /;
const working =
  /^ (who|wer) (is |are |ist )?(works|work|working|doing|does|macht|tut|arbeitet|arbeiten)( gerade| now| currently)? (on what|what|woran|an was|was|on which .*|gerade) |^ who is working (now )?$|^ wer arbeitet (gerade |jetzt )?$|^ (what|was|woran) (is|are|machen|macht|arbeiten|arbeitet|tun) (everyone|everybody|all|the (agents|workers|others)|agents|workers|die (agenten|worker|anderen)|alle|jeder)( doing| working on| gerade)? |^ (what|was) (is|ist) (gerade )?(in flight|in progress|in arbeit) /;
const next =
  /^ (and |so |und )?(what|which) (should|shall|do|can|could|must|would) (i|we|you suggest i) (do|work on|start with|start|pick|pick up|take|tackle|begin with)( next| now| first| today| up next)? $|^ (what's|whats|what is|what comes|what) (is )?(next|up next|now|the next (step|task|item|thing|one|work item))( to do| for me)? $|^ where (do|should|shall|can) (i|we) (start|begin|continue) |^ (give me|find me) (something|work|a task) |^ (und )?was (soll|kann|muss|sollte|koennte) (ich|man) (jetzt |nun |heute |als naechstes |zuerst |zunaechst )*(tun|machen|angehen|uebernehmen|anfangen) $|^ was (ist|kommt|waere|steht) (jetzt |nun |heute )*(als naechstes|zu tun|der naechste schritt|an)( zu tun| dran| an)? $|^ (was nun|was jetzt|und jetzt|wie geht es weiter|wie weiter|naechster schritt|next step|next) $|^ (womit|wo) (soll|kann|sollte|fange|fang|mache) (ich|wir) (an|weiter|anfangen|beginnen|weitermachen)/;
const standing =
  /^ (where do we stand|how is it going|how are things|what is the (state|status)|what's the (state|status)|state|status|overview|summary|wie ist der stand|wo stehen wir|wie steht es|wie sieht es aus|stand|ueberblick|uebersicht) (of the queue |of things |now |der dinge |gerade )?$/;

/** The words between single spaces, lower case, with a space at both ends: what patterns are matched against. */
function wordsOf(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu);
  return ` ${(words ?? []).join(' ')} `;
}

const spelt: Readonly<Record<string, string>> = { '\u00e4': 'ae', '\u00f6': 'oe', '\u00fc': 'ue', '\u00df': 'ss' };

/** As people write who have no such keys: the words above are found either way. */
function withoutUmlauts(words: string): string {
  return words.normalize('NFC').replace(/[\u00e4\u00f6\u00fc\u00df]/g, letter => spelt[letter] ?? letter);
}

/** A file or folder that a text names: in quotes, with a slash, or with an ending. */
function pathIn(text: string): string | undefined {
  const quoted = /[`"\u201c\u201e']([\w@.*-]+(?:\/[\w@.*-]+)*\/?)[`"\u201d\u201c']/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  for (const word of text.split(/\s+/)) {
    const bare = withoutTrailing(word.replace(/^[(]+/, ''), '.,;:!?)');
    if (bare.includes('://') || /^(and\/or|und\/oder|w\/o|n\/a)$/i.test(bare)) continue;
    if (bare.split(/\//).every(part => blockedActs.some(act => acts[act].split('|').includes(part)))) continue;
    if (
      /^\.?\/?[\w@.*-]+(\/[\w@.*-]*)+$/.test(bare) ||
      /^[\w-]*[\w-]\.[a-z][a-z0-9]{0,5}$|^\.[a-z][\w.-]+$/i.test(bare)
    ) {
      return bare;
    }
  }
  return undefined;
}

/** The folder of `who owns docs?`: one word is a path only where nothing else could be meant. */
function bareOwner(said: string): string | undefined {
  const [, name] =
    /^ (?:who owns|wem geh\u00f6rt|wer besitzt) (?:the |der |die |das )?(?:folder |file |ordner |datei )?([\p{L}\p{N}]+) $/u.exec(
      said,
    ) ?? [];
  return name === undefined || pronouns.has(name) ? undefined : name;
}

const pronouns = new Set(
  'this that it what me you us them everything something dies das es was mich uns alles etwas'.split(' '),
);

const units: Readonly<Record<string, string>> = {
  minute: 'm',
  minutes: 'm',
  minuten: 'm',
  hour: 'h',
  hours: 'h',
  stunde: 'h',
  stunden: 'h',
  day: 'd',
  days: 'd',
  tag: 'd',
  tage: 'd',
  tagen: 'd',
  week: 'w',
  weeks: 'w',
  woche: 'w',
  wochen: 'w',
};

const weekdays: readonly (readonly [string, string])[] = [
  ['sunday', 'sonntag'],
  ['monday', 'montag'],
  ['tuesday', 'dienstag'],
  ['wednesday', 'mittwoch'],
  ['thursday', 'donnerstag'],
  ['friday', 'freitag'],
  ['saturday', 'samstag'],
];

/** Since when, as operations read it; a day where nothing is said. */
function sinceIn(said: string, text: string, now: number): string {
  const [date] = /\b\d{4}-\d{2}-\d{2}(?:T[\d:]+Z?)?\b/.exec(text) ?? [];
  if (date !== undefined) return date;
  const [, amount = '1', unit = ''] =
    new RegExp(` (?:(\\d{1,4}) )?(${Object.keys(units).join('|')}) `).exec(said) ?? [];
  if (unit !== '') return `-${amount}${units[unit]}`;
  if (/ (yesterday|gestern) /.test(said)) return 'yesterday';
  if (/ (today|this morning|heute|heute frueh|heute morgen) /.test(said)) return 'today';
  const day = weekdays.findIndex(names => names.some(name => said.includes(` ${name} `)));
  return day === -1 ? '-1d' : lastDay(day, now);
}

/** The midnight at which the last such day began; a week ago where it is today. */
function lastDay(day: number, now: number): string {
  const today = new Date(now);
  const back = (today.getDay() - day + 7) % 7 || 7;
  const begin = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  begin.setTime(begin.getTime() - back * dayMs);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${begin.getFullYear()}-${two(begin.getMonth() + 1)}-${two(begin.getDate())}`;
}
