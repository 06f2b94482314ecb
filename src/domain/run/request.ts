import type { RunIntent } from './runRow.js';

/** Parts of words by which a request shows its intent; the first that fits counts. */
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

/** What a request is about. */
export function intentOf(request: string): RunIntent {
  return intentWords.find(([, words]) => hasOne(request, words))?.[0] ?? 'investigation';
}

/** What a good answer has, in a fixed order. */
export function targetPropertiesOf(request: string): string[] {
  const found = propertyWords.filter(([, words]) => hasOne(request, words)).map(([property]) => property);
  return found.length > 0 ? found : ['task-specific correctness'];
}

/** `20261127T091500Z-why-is-the-checkout-slow`; `now` in ms UTC. */
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

function hasOne(request: string, words: readonly string[]): boolean {
  const lower = request.toLowerCase();
  return words.some(word => lower.includes(word));
}
