import { shortened } from '../text/shortened.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a host says where it answers an error instead of a list; undefined for anything else. */
export function hostError(answer: unknown): string | undefined {
  const { message, error, error_description, errors, errorMessages } = fieldsOf(answer);
  const texts = [message, error, error_description, errorMessages, errors].flatMap(textsOf);
  return texts.length === 0 ? undefined : shortened([...new Set(texts)].join('; ').replace(/\.$/, ''), 300);
}

/** The errors beside the issues of an answer, which may be why some are missing. */
export function errorBeside(answer: unknown): string | undefined {
  const { errors, errorMessages } = fieldsOf(answer);
  return hostError({ errors, errorMessages });
}

/** Texts, lists of them, `{"message": …}`, and texts by field. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  const fields = fieldsOf(value);
  if (typeof fields.message === 'string') return textsOf(fields.message);
  return Object.entries(fields).flatMap(([name, inner]) => textsOf(inner).map(text => `${name}: ${text}`));
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** What an answer says of the pages in which its host gives a list. */
export interface Page {
  /** How many there are on all pages. */
  readonly total: number | undefined;
  /** Whether another one follows. */
  readonly hasMore: boolean;
}

/** Reads it from the object that has the list: of GraphQL, the searches of GitHub and Jira, and of hosts that name the next page. */
export function pageOf(answer: Fields): Page {
  const { total, total_count, totalCount, issueCount, isLast, next, nextPageToken, pageInfo } = answer;
  const hasNext = typeof next === 'string' || typeof nextPageToken === 'string' || isLast === false;
  return {
    total: [total, total_count, totalCount, issueCount].find(count => typeof count === 'number'),
    hasMore: hasNext || fieldsOf(pageInfo).hasNextPage === true,
  };
}

/** How many there are in all, where more than were read; null where that is not said, undefined where all were. */
export function totalOfMore(pages: readonly Page[], read: number): number | null | undefined {
  const total = pages.reduce((most, page) => Math.max(most, page.total ?? 0), 0);
  if (total > read) return total;
  return pages.at(-1)?.hasMore === true ? null : undefined;
}
