import { message } from '../../messages/message.js';
import { wellFormed } from '../text/wellFormed.js';
import { titleSchema, workItemLimits } from '../workItem/workItem.js';
import type { ImportFormat } from './formats.js';
import type { ImportedEntry, Place, Problem } from './imported.js';
import { readLimits, tooMany } from './limits.js';
import { prefixedKey } from './naming.js';
import { slug } from './words.js';

/** Rejects entries without a title or with the id of an earlier one. Throws a refusal for too many links. */
export function checkEntries(
  format: ImportFormat,
  entries: readonly ImportedEntry[],
): { readonly entries: ImportedEntry[]; readonly problems: Problem[] } {
  const links = entries.reduce((sum, entry) => sum + entry.links.length, 0);
  if (links > readLimits.links) throw tooMany('links', readLimits.links);
  const places = new Map<string, Place>();
  const problems: Problem[] = [];
  const good = entries.filter(entry => {
    const { place } = entry;
    if (!titleSchema.safeParse(shortTitle(entry.title)).success) {
      const problem = message('input.fieldProblem', { field: 'title', problem: message('schema.empty') });
      problems.push({ place, problem });
      return false;
    }
    const name = entry.id ?? slug(entry.title);
    const key = prefixedKey(format, name);
    const first = places.get(key);
    if (first === undefined) places.set(key, place);
    else problems.push({ place, problem: message('imports.idTwice', { id: name, ...first }) });
    return first === undefined;
  });
  return { entries: good, problems };
}

export function shortTitle(title: string): string {
  const clean = wellFormed(title).replaceAll('\0', '');
  return clean.length > workItemLimits.title ? wellFormed(`${clean.slice(0, workItemLimits.title - 1)}…`) : clean;
}
