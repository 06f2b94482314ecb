import type { RunIntent } from './runRow.js';

/** Words by intent; the first match counts. */
const intentWords: readonly (readonly [RunIntent, readonly string[]])[] = [
  ['landing', ['commit', 'land', 'ship']],
  ['performance', ['profile', 'benchmark', 'optimize', 'performance']],
  ['debug', ['bug', 'debug', 'fix', 'wrong', 'fail']],
  ['docs', ['doc', 'docs', 'readme']],
  ['implementation', ['add', 'build', 'create', 'implement', 'improve']],
];

const propertyWords: readonly (readonly [string, readonly string[]])[] = [
  ['discoverability', ['intake', 'discover', 'agent', 'workflow']],
  ['performance', ['perf', 'profile', 'benchmark', 'gpu']],
  ['gpu-first execution', ['fallback', 'cpu', 'zero-copy', 'device']],
  ['verification', ['test', 'verify', 'contract']],
];

const maxSlugLength = 48;

/** `words`: in any inflection (`failed` for `fail`); `parts`: also inside others (`add` in `address`). */
export type WordMatch = 'words' | 'parts';

export function intentOf(request: string, match: WordMatch = 'words'): RunIntent {
  return intentWords.find(([, words]) => hasOne(request, words, match))?.[0] ?? 'investigation';
}

/** Returns the properties of a good answer, in a fixed order. */
export function targetPropertiesOf(request: string, match: WordMatch = 'words'): string[] {
  const found = propertyWords.filter(([, words]) => hasOne(request, words, match)).map(([property]) => property);
  return found.length > 0 ? found : ['task-specific correctness'];
}

/** Builds `20261127T091500Z-why-is-the-checkout-slow`; `now` in ms UTC. */
export function runName(request: string, now: number): string {
  const moment = new Date(now).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');
  return `${moment}-${slugOf(request)}`;
}

/** Lower case, digits and hyphens, at most 48 characters. */
export function slugOf(request: string): string {
  const slug = request
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxSlugLength)
    .replace(/-+$/, '');
  return slug === '' ? 'agent-run' : slug;
}

function hasOne(request: string, words: readonly string[], match: WordMatch): boolean {
  const lower = request.toLowerCase();
  if (match === 'parts') return words.some(word => lower.includes(word));
  return words.some(word => formsOf(word).test(lower));
}

/** Matches `improve`, `improved`, `improving`; `commit`, `commits`, `committed`. */
function formsOf(word: string): RegExp {
  const [base, last] = [word.replace(/e$/, ''), word.at(-1)];
  return new RegExp(`\\b${base}(?:e|s|es|ed|ing|ure|ures|${last}ed|${last}ing)?\\b`);
}
