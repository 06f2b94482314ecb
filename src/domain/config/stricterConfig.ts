import { lowerBudget } from '../agentSession/budget.js';
import { evidenceGrades } from '../evidence/evidenceGrade.js';
import { waysOf } from '../review/independence.js';
import { reviewGrades } from '../review/reviewGrade.js';
import { stricterControl } from './controlConfig.js';
import type { RepositoryConfig } from './repositoryConfig.js';

const pushes = ['advise', 'review', 'always'] as const satisfies readonly RepositoryConfig['gate']['push'][];
const edits = ['allow', 'advise', 'refuse'] as const satisfies readonly RepositoryConfig['protect']['edits'][];

/** Takes the stricter settings of gates, pushes, reviews, budgets and questions; all others, such as the merge method, of `first`. */
export function stricterConfig(first: RepositoryConfig, other: RepositoryConfig): RepositoryConfig {
  if (first === other) return first;
  const { gate, review, protect, lane, questions } = other;
  const ways = both(waysOf(first.review), waysOf(review));
  const maxLines = [first.review.maxLines, review.maxLines].filter(max => max !== undefined);
  return {
    ...first,
    gate: {
      commands: both(first.gate.commands, gate.commands),
      blockLow: first.gate.blockLow || gate.blockLow,
      push: later(pushes, first.gate.push, gate.push),
      minimumGrade: later(evidenceGrades, first.gate.minimumGrade, gate.minimumGrade),
      ciKeys: shared(first.gate.ciKeys, gate.ciKeys),
    },
    review: {
      ...first.review,
      independent: first.review.independent || review.independent,
      ...(ways.length === 0 ? {} : { independence: ways }),
      reviewers: Math.max(first.review.reviewers, review.reviewers),
      ...(maxLines.length === 0 ? {} : { maxLines: Math.min(...maxLines) }),
      coAuthored: first.review.coAuthored || review.coAuthored,
      minimumGrade: later(reviewGrades, first.review.minimumGrade, review.minimumGrade) as typeof review.minimumGrade,
    },
    protect: {
      branches: both(first.protect.branches, protect.branches),
      paths: both(first.protect.paths, protect.paths),
      documents: shared(first.protect.documents, protect.documents),
      edits: later(edits, first.protect.edits, protect.edits),
    },
    lane: { ...first.lane, agentsMayReview: first.lane.agentsMayReview && lane.agentsMayReview },
    budget: lowerBudget(first.budget, other.budget),
    control: stricterControl(first.control, other.control),
    questions: { ifNoAnswer: first.questions.ifNoAnswer && questions.ifNoAnswer },
  };
}

function both<T>(one: readonly T[], other: readonly T[]): T[] {
  return [...new Set([...one, ...other])];
}

function shared<T>(one: readonly T[], other: readonly T[]): T[] {
  return one.filter(value => other.includes(value));
}

function later<T>(order: readonly T[], one: T, other: T): T {
  return order.indexOf(one) < order.indexOf(other) ? other : one;
}
