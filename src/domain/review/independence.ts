import { mayBeSameActor, type RecordedActor } from '../actor/sameActor.js';
import { modelFamily } from '../agent/modelFamily.js';

/** Rules: a person who is no author; another person or session (`mayBeSameActor`); a person or another model family. */
export const independenceWays = ['person', 'session', 'family'] as const;
export type IndependenceWay = (typeof independenceWays)[number];

/** Requirements on reviewers, from `review` in the configuration. */
export interface IndependencePolicy {
  /** True if only independent reviews count. */
  readonly independent: boolean;
  /** Rules that apply, even if `independent` is false. Default: `session`. */
  readonly independence?: readonly IndependenceWay[] | undefined;
}

/** Rules that apply; empty if reviews need not be independent. */
export function waysOf({ independent, independence }: IndependencePolicy): readonly IndependenceWay[] {
  return independence ?? (independent ? ['session'] : []);
}

/** First of `ways` in which the reviewer may equal an author. Unknown facts count as equal. */
export function dependence(
  reviewer: RecordedActor,
  authors: readonly RecordedActor[],
  ways: readonly IndependenceWay[],
): IndependenceWay | undefined {
  return ways.find(way => !rules[way](reviewer, authors));
}

const isOther = (reviewer: RecordedActor, authors: readonly RecordedActor[]): boolean =>
  !authors.some(author => mayBeSameActor(author, reviewer));

const rules: Readonly<Record<IndependenceWay, typeof isOther>> = {
  person: (reviewer, authors) => reviewer.role === 'human' && isOther(reviewer, authors),
  session: isOther,
  family: (reviewer, authors) => !authors.some(author => mayBeSameFamily(author, reviewer)),
};

/** Compares as actors if one is a person, or if a role and thus its model is unknown. */
function mayBeSameFamily(one: RecordedActor, other: RecordedActor): boolean {
  if (one.role === null || other.role === null || one.role === 'human' || other.role === 'human')
    return mayBeSameActor(one, other);
  return one.model === null || other.model === null || modelFamily(one.model) === modelFamily(other.model);
}
