import { once } from '../../../domain/once.js';
import { recordList } from '../../../domain/records.js';

/** Fields of an investigation's answer that count as its subject, besides the run. */
const entries = ['hypothesis', 'evidence', 'command', 'learning'];
/** Fields that can be an answer's subject; the first one present counts. Plural for lists. */
const subjects = once(() => {
  const belongings = recordList.flatMap(([, { facts }]) =>
    facts.owner === 'task' && facts.word !== 'task' ? (facts.word ?? []) : [],
  );
  return [...new Set(['item', 'event', 'finding', 'plan', 'run', ...belongings, 'task', 'message', 'report'])];
});

/** Returns the ids in an answer, one per line, for `--quiet`; empty if it has none. */
export function bareIds(data: unknown): string {
  if (typeof data !== 'object' || data === null) return '';
  const fields = data as Readonly<Record<string, unknown>>;
  const lists = subjects().map(subject => (subject === 'evidence' ? subject : `${subject}s`));
  const list = [...lists, 'lanes', 'workers'].map(name => fields[name]).find(Array.isArray);
  if (list !== undefined) return list.map(idOf).join('\n');
  const subject = [...('run' in fields ? entries : []), ...subjects()]
    .map(name => fields[name])
    .find(value => typeof value === 'object' && value !== null);
  const { ref, location, file } = fields;
  return idOf(subject ?? data) || [ref, location, file].filter(value => typeof value === 'string').join('\n');
}

function idOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const { ref, id, finding } = value as Readonly<Record<string, unknown>>;
  if (typeof ref === 'string') return ref;
  if (finding !== undefined) return idOf(finding);
  return typeof id === 'number' || typeof id === 'string' ? String(id) : '';
}
