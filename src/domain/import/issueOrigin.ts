import type { ImportFormat } from './formats.js';
import type { ImportedEntry } from './imported.js';

type Fields = Readonly<Record<string, unknown>>;

/** An issue of an earlier import, as it is in the store. */
export interface StoredIssue {
  /** What is kept of it that may tell its repository. */
  readonly said: Fields;
  /** ms UTC. */
  readonly createdAt: number;
}

/** Whether the ids of a host are numbers that each of its repositories has. */
export function isNumbered(format: ImportFormat): boolean {
  return format === 'github' || format === 'gitlab';
}

/** The fields of an issue by which `repositoryOf` tells what it is of, as far as they are kept in payloads. */
export const originFields = ['repository', 'url', 'web_url', 'webUrl'] as const;

const addresses = [
  // For programs: https://api.github.com/repos/ann/one, with or without an issue.
  /\/repos\/([^/]+\/[^/]+)(?:\/issues\/\d+)?$/,
  // For people: https://github.com/ann/one/issues/1, https://gitlab.com/group/team/one/-/issues/1.
  /^https?:\/\/[^/]+\/(.+?)(?:\/-)?\/(?:issues|work_items)\/\d+$/,
];

/** `owner/name` of the repository or project that an issue is of; '' where nothing says it. */
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

/** The number of an issue, alone or after its repository: `#42`, `ann/one#42`. */
const numbered = /^(.*)(#\d+)$/;

/** All that an issue may be called here, of a file whose numbers are of `repository`; '' where that is not known. */
export function namesOfIssue(id: string, repository: string): readonly string[] {
  const [, of = '', number] = numbered.exec(id) ?? [];
  const whose = of || repository;
  return number === undefined || whose === '' ? [id] : [number, `${whose}${number}`];
}

/** The one repository that the entries of a file are of; '' where none or several are said. */
export function onlyRepository(entries: readonly ImportedEntry[]): string {
  const found = new Set(entries.map(({ details }) => repositoryOf(details)).filter(name => name !== ''));
  const [only = ''] = found;
  return found.size === 1 ? only : '';
}

/** Tells the issues of a file from those of other repositories that earlier imports brought with the same numbers. */
export class IssueOrigins {
  readonly #repository: string;
  /** Other names that the repository had. */
  readonly #before: ReadonlySet<string>;
  readonly #meetsOthers: boolean;

  /** `stored` is what is there by key, `keyOf` the key of an id as it is. */
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
    // A renamed repository has the same issues, which two have not opened at the same moments.
    const others = new Set(met.filter(({ isSame }) => !isSame).map(({ origin }) => origin));
    this.#before = new Set(met.map(({ origin }) => origin).filter(origin => !others.has(origin)));
    this.#meetsOthers = others.size > 0;
  }

  /** The key of an issue: that of its number, unless another repository has it, or is about to be confused with this one. */
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

/** Hosts compare names without regard to case. */
function plain(name: string): string {
  return name.toLowerCase();
}
