import { wellFormed } from '../text/wellFormed.js';
import { keySchema, workItemLimits } from '../workItem/workItem.js';
import type { ImportFormat } from './formats.js';
import type { ImportedEntry } from './imported.js';
import { IssueOrigins, isNumbered, namesOfIssue, onlyRepository, type StoredIssue } from './issueOrigin.js';
import { slug } from './words.js';

/** What is in the store already, by key. */
export interface KnownKeys {
  /** Of work items, archived ones too. */
  readonly all: ReadonlySet<string>;
  /** Of those that this tracker's own ids are taken for: earlier imports of it, and what is archived. */
  readonly same: ReadonlySet<string>;
  /** What issues of hosts are there, but for archived ones. */
  readonly issues: ReadonlyMap<string, StoredIssue>;
}

/** Gives entries their keys: their own ids, where nothing else is called so. */
export class Naming {
  readonly #aliases = new Map<string, string>();
  readonly #ids: ReadonlySet<string>;
  readonly #origins: IssueOrigins | undefined;

  constructor(
    private readonly format: ImportFormat,
    entries: readonly ImportedEntry[],
    private readonly known: KnownKeys,
  ) {
    this.#ids = new Set(entries.flatMap(({ id }) => id ?? []));
    for (const { id, aliases = [] } of entries) {
      for (const alias of aliases) if (id !== undefined) this.#aliases.set(alias, id);
    }
    if (isNumbered(format)) this.#origins = new IssueOrigins(entries, known.issues, id => this.#ownKeyOf(id));
  }

  keyOfEntry({ id, title }: ImportedEntry): string {
    return id === undefined ? prefixedKey(this.format, slug(title)) : this.keyOf(id);
  }

  /** Of an entry, or of what one names, by its id in the tracker. */
  keyOf(named: string): string {
    const id = this.#ids.has(named) ? named : (this.#aliases.get(named) ?? named);
    return this.#origins?.keyOfIssue(id, key => this.known.all.has(key)) ?? this.#ownKeyOf(id);
  }

  #ownKeyOf(id: string): string {
    const prefixed = prefixedKey(this.format, id);
    const own = ownKey(this.format, id);
    if (own === undefined || this.known.all.has(prefixed)) return prefixed;
    // What an entry merely names may be anything that is called so.
    const isFree = !this.known.all.has(own) || this.known.same.has(own) || !this.#ids.has(id);
    return isFree ? own : prefixed;
  }
}

/** All keys that entries and what they name may have or get. */
export function possibleKeys(format: ImportFormat, entries: readonly ImportedEntry[]): Set<string> {
  const repository = isNumbered(format) ? onlyRepository(entries) : '';
  const ids = new Set(
    entries.flatMap(({ id, title, aliases = [], links }) => [
      id ?? slug(title),
      ...aliases,
      ...links.map(link => link.id),
    ]),
  );
  const names = isNumbered(format) ? [...ids].flatMap(id => namesOfIssue(id, repository)) : [...ids];
  return new Set(names.flatMap(id => [prefixedKey(format, id), ownKey(format, id) ?? []].flat()));
}

/** `beads:ac-k3f9`; an issue of GitHub is called as there, `#42`. */
export function prefixedKey(format: ImportFormat, id: string): string {
  if (format === 'github') return id;
  return `${format}:${wellFormed(id)}`.replace(/[\s\p{Cc}]+/gu, '-').slice(0, workItemLimits.key);
}

/**
 * The same id as the tracker's; undefined for one that no work item may have, and for a number such as 7 or 1.2, which every
 * tracker has. Those of agent-state were given by callers, who go on with them.
 */
function ownKey(format: ImportFormat, id: string): string | undefined {
  if (format === 'github') return id;
  if (format !== 'agent-state' && /^\d[\d.#]*$/.test(id)) return undefined;
  // It is the prefixed one of another.
  if (id.startsWith(`${format}:`)) return undefined;
  return keySchema.safeParse(id).data === id ? id : undefined;
}
