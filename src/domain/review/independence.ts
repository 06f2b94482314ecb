import { mayBeSameActor, type RecordedActor } from '../actor/sameActor.js';
import { modelFamily } from '../agent/modelFamily.js';

/**
 * Ways in which a reviewer must differ from each author: a person who is not an author; another person or another session
 * (`mayBeSameActor`); a person or a model of another family.
 */
export const independenceWays = ['person', 'session', 'family'] as const;
export type IndependenceWay = (typeof independenceWays)[number];

/** What a repository asks of its reviewers, as the config `review` has it. */
export interface IndependencePolicy {
  /** Whether a review counts only when its reviewer is independent. */
  readonly independent: boolean;
  /** In which ways; one that is named is asked for even if `independent` is not set. Default: `session`. */
  readonly independence?: readonly IndependenceWay[] | undefined;
}

/** The ways that reviews are judged by; empty when they need not be independent. */
export function waysOf({ independent, independence }: IndependencePolicy): readonly IndependenceWay[] {
  return independence ?? (independent ? ['session'] : []);
}

/**
 * The first of `ways` in which a reviewer is not known to differ from all authors; undefined when there is none. What is not
 * known does not count as different.
 */
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

/** A person is no model, and where a role is not known nothing is known of a model. */
function mayBeSameFamily(one: RecordedActor, other: RecordedActor): boolean {
  if (one.role === null || other.role === null || one.role === 'human' || other.role === 'human')
    return mayBeSameActor(one, other);
  return one.model === null || other.model === null || modelFamily(one.model) === modelFamily(other.model);
}
