/**
 * Names of decisions: `<tag>_<kind>_<work ref>_<slug>`. The tag names the author (`claude`), the kind the sort (`choice`, `risk`,
 * `slice_complete`), the work ref the subject (`t3-rate-limit`, `T-3`).
 */

export interface DecisionId {
  readonly tag: string;
  /** One word, or `slice_complete` for a decision that closes a slice. */
  readonly kind: string;
  readonly workRef: string;
  readonly slug: string;
}

export interface DecisionIdProblem {
  readonly problem: string;
  /** Undefined if no valid name can be derived. */
  readonly suggestion?: string;
}

export const sliceKind = 'slice_complete';

const grammar =
  /^(?<tag>[a-z]{2,12})_(?<kind>slice_complete|[a-z]{2,20})_(?<workRef>[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)_(?<slug>[a-z0-9][a-z0-9_]*)$/;
const example = 'claude_choice_t3-rate-limit_keep_one_bucket';

export function parseDecisionId(text: string): DecisionId | DecisionIdProblem {
  if (/^slice_complete(_|$)/.test(text)) {
    return withSuggestion('names without a tag are an old form that can no longer be created', `agent_${text}`);
  }
  const parts = grammar.exec(text)?.groups;
  if (parts !== undefined) {
    const { tag = '', kind = '', workRef = '', slug = '' } = parts;
    return { tag, kind, workRef, slug };
  }
  return withSuggestion(problemOf(text), repaired(text));
}

export function isDecisionIdProblem(value: DecisionId | DecisionIdProblem): value is DecisionIdProblem {
  return 'problem' in value;
}

function problemOf(text: string): string {
  const [tag = '', kind, ...rest] = text.split('_');
  if (!/^[a-z]{2,12}$/.test(tag)) return `the tag “${tag.slice(0, 20)}” must be 2 to 12 lowercase letters`;
  if (kind === undefined || !/^[a-z]{2,20}$/.test(kind)) return 'the kind must be one lowercase word';
  if (rest.length < 2) return `it does not have four parts, as in ${example}`;
  const slug = rest.slice(text.startsWith(`${tag}_${sliceKind}_`) ? 2 : 1).join('_');
  if (slug.includes('-')) return 'the slug contains a hyphen; join its words with _';
  return `it does not match <tag>_<kind>_<work ref>_<slug>, as in ${example}`;
}

function withSuggestion(problem: string, suggestion: string): DecisionIdProblem {
  return grammar.test(suggestion) ? { problem, suggestion } : { problem };
}

/** Lower case, without invalid characters, hyphens in the slug replaced by underscores. */
function repaired(text: string): string {
  const words = text
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .split('_')
    .filter(word => word !== '');
  const head = words.slice(1, 3).join('_').toLowerCase() === sliceKind ? 4 : 3;
  const [tag = '', ...more] = words.slice(0, head);
  const workRef = more.pop() ?? '';
  const slug = words.slice(head).join('_').replaceAll('-', '_').toLowerCase();
  return [tag.replace(/[^A-Za-z]/g, '').slice(0, 12), ...more]
    .join('_')
    .toLowerCase()
    .concat(`_${workRef.replace(/-+/g, '-').replace(/^-|-$/g, '')}_${slug}`);
}
