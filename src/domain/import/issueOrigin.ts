import type { ImportFormat } from './formats.js';
import type { ImportedEntry } from './imported.js';

type Fields = Readonly<Record<string, unknown>>;

export interface StoredIssue {
  /** Stored fields that may identify its repository. */
  readonly said: Fields;
  /** ms UTC. */
  readonly createdAt: number;
}

/** True if the host numbers issues per repository. */
export function isNumbered(format: ImportFormat): boolean {
  return format === 'github' || format === 'gitlab';
}

/** Fields that `repositoryOf` reads and payloads keep. */
export const originFields = ['repository', 'url', 'web_url', 'webUrl'] as const;

const addresses = [
  // API addresses: https://api.github.com/repos/ann/one, with or without an issue.
  /\/repos\/([^/]+\/[^/]+)(?:\/issues\/\d+)?$/,
  // Web addresses: https://github.com/ann/one/issues/1, https://gitlab.com/group/team/one/-/issues/1.
  /^https?:\/\/[^/]+\/(.+?)(?:\/-)?\/(?:issues|work_items)\/\d+$/,
];

/** Returns `owner/name` of an issue's repository or project; '' if unknown. */
export function repositoryOf(issue: Fields | null): string {
  const { repository, references, repository_url, html_url, url, web_url, webUrl } = issue ?? {};
  const named = typeof repository === 'string' ? repository : (repository as Fields | null | undefined)?.nameWithOwner;
  if (typeof named === 'string') return named;
  const { full } = (references ?? {}) as Fields;
  const [, referenced] = /^(.+)#\d+$/.exec(typeof full === 'string' ? full : '') ?? [];
  if (referenced !== undefined) return referenced;
  for (const address of [repository_url, html_url, url, web_url, webUrl]) {
    if (typeof address !== 'string') continue;
    const [, found] = addresses.map(one => one.exec(address)).find(match => match !== null) ?? [];
    if (found !== undefined) return found;
  }
  return '';
}

/** An issue's number, alone or after its repository: `#42`, `ann/one#42`. */
const numbered = /^(.*)(#\d+)$/;

/** Returns all names an issue may have here if plain numbers are of `repository` ('' if unknown). */
export function namesOfIssue(id: string, repository: string): readonly string[] {
  const [, of = '', number] = numbered.exec(id) ?? [];
  const whose = of || repository;
  return number === undefined || whose === '' ? [id] : [number, `${whose}${number}`];
}

/** Returns the only repository that the entries name; '' for none or several. */
export function onlyRepository(entries: readonly ImportedEntry[]): string {
  const found = new Set(entries.map(({ details }) => repositoryOf(details)).filter(name => name !== ''));
  const [only = ''] = found;
  return found.size === 1 ? only : '';
}

/** Distinguishes a file's issues from imported ones of other repositories with the same numbers. */
export class IssueOrigins {
  readonly #repository: string;
  /** Former names of the repository. */
  readonly #before: ReadonlySet<string>;
  readonly #meetsOthers: boolean;

  /** `stored` are existing issues by key; `keyOf` returns the key of an id as it is. */
  constructor(
    entries: readonly ImportedEntry[],
    private readonly stored: ReadonlyMap<string, StoredIssue>,
    private readonly keyOf: (id: string) => string,
  ) {
    this.#repository = onlyRepository(entries);
    const met = entries.flatMap(({ id = '', createdAt }) => {
      const issue = id.startsWith('#') ? this.stored.get(keyOf(id)) : undefined;
      const origin = originOf(issue);
      const isOther = origin !== '' && this.#repository !== '' && origin !== plain(this.#repository);
      return isOther ? [{ origin, isSame: issue?.createdAt === createdAt }] : [];
    });
    // A renamed repository has the same issues; different ones did not open theirs at the same ms.
    const others = new Set(met.filter(({ isSame }) => !isSame).map(({ origin }) => origin));
    this.#before = new Set(met.map(({ origin }) => origin).filter(origin => !others.has(origin)));
    this.#meetsOthers = others.size > 0;
  }

  /** Includes the repository if another one has that number or could be confused. */
  keyOfIssue(id: string, isStored: (key: string) => boolean): string {
    const [, of = '', number = id] = numbered.exec(id) ?? [];
    const whose = of || this.#repository;
    const short = this.keyOf(number);
    if (whose === '') return short;
    const long = this.keyOf(`${whose}${number}`);
    if (isStored(long)) return long;
    if (!isStored(short)) return of === '' && !this.#meetsOthers ? short : long;
    const origin = originOf(this.stored.get(short));
    const isSame = origin === plain(whose) || (of === '' && (origin === '' || this.#before.has(origin)));
    return isSame ? short : long;
  }
}

function originOf(issue: StoredIssue | undefined): string {
  return issue === undefined ? '' : plain(repositoryOf(issue.said));
}

/** Hosts compare names case-insensitively. */
function plain(name: string): string {
  return name.toLowerCase();
}
