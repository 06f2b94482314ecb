import { shortened } from '../text/shortened.js';

type Fields = Readonly<Record<string, unknown>>;

/** Undefined if the answer has no error. */
export function hostError(answer: unknown): string | undefined {
  const { message, error, error_description, errors, errorMessages } = fieldsOf(answer);
  const texts = [message, error, error_description, errorMessages, errors].flatMap(textsOf);
  return texts.length === 0 ? undefined : shortened([...new Set(texts)].join('; ').replace(/\.$/, ''), 300);
}

/** Extracts errors returned along with issues; some issues may be missing because of them. */
export function errorBeside(answer: unknown): string | undefined {
  const { errors, errorMessages } = fieldsOf(answer);
  return hostError({ errors, errorMessages });
}

/** Flattens texts, lists of them, `{"message": …}`, and texts by field. */
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

export interface Page {
  readonly total: number | undefined;
  readonly hasMore: boolean;
}

/** Reads paging fields next to the list: GraphQL, searches of GitHub and Jira, and hosts that name the next page. */
export function pageOf(answer: Fields): Page {
  const { total, total_count, totalCount, issueCount, isLast, next, nextPageToken, pageInfo } = answer;
  const hasNext = typeof next === 'string' || typeof nextPageToken === 'string' || isLast === false;
  return {
    total: [total, total_count, totalCount, issueCount].find(count => typeof count === 'number'),
    hasMore: hasNext || fieldsOf(pageInfo).hasNextPage === true,
  };
}

/** Null if more exist in unknown number; undefined if all were read. */
export function totalOfMore(pages: readonly Page[], read: number): number | null | undefined {
  const total = pages.reduce((most, page) => Math.max(most, page.total ?? 0), 0);
  if (total > read) return total;
  return pages.at(-1)?.hasMore === true ? null : undefined;
}
