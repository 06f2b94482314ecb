import { wellFormed } from '../text/wellFormed.js';
import { keySchema, workItemLimits } from '../workItem/workItem.js';
import type { ImportFormat } from './formats.js';
import type { ImportedEntry } from './imported.js';
import { IssueOrigins, isNumbered, namesOfIssue, onlyRepository, type StoredIssue } from './issueOrigin.js';
import { slug } from './words.js';

export interface KnownKeys {
  /** Keys of all work items, including archived ones. */
  readonly all: ReadonlySet<string>;
  /** Keys that the tracker's own ids may reuse: earlier imports of it, and archived items. */
  readonly same: ReadonlySet<string>;
  /** Imported issues, except archived ones. */
  readonly issues: ReadonlyMap<string, StoredIssue>;
}

/** Assigns keys to entries: their own ids, unless something else has that key. */
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

  /** Returns the key of an entry or of a linked one, by its id in the tracker. */
  keyOf(named: string): string {
    const id = this.#ids.has(named) ? named : (this.#aliases.get(named) ?? named);
    return this.#origins?.keyOfIssue(id, key => this.known.all.has(key)) ?? this.#ownKeyOf(id);
  }

  #ownKeyOf(id: string): string {
    const prefixed = prefixedKey(this.format, id);
    const own = ownKey(this.format, id);
    if (own === undefined || this.known.all.has(prefixed)) return prefixed;
    // A link target that is not an entry may be any item with that key.
    const isFree = !this.known.all.has(own) || this.known.same.has(own) || !this.#ids.has(id);
    return isFree ? own : prefixed;
  }
}

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

/** Returns `beads:ac-k3f9`; GitHub issues keep `#42`. */
export function prefixedKey(format: ImportFormat, id: string): string {
  if (format === 'github') return id;
  return `${format}:${wellFormed(id)}`.replace(/[\s\p{Cc}]+/gu, '-').slice(0, workItemLimits.key);
}

/** Undefined for invalid keys and plain numbers (7, 1.2), which every tracker has. Ids of agent-state stay. */
function ownKey(format: ImportFormat, id: string): string | undefined {
  if (format === 'github') return id;
  if (format !== 'agent-state' && /^\d[\d.#]*$/.test(id)) return undefined;
  // Reserved for the prefixed key of another id.
  if (id.startsWith(`${format}:`)) return undefined;
  return keySchema.safeParse(id).data === id ? id : undefined;
}
