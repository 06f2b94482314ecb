import type { IntakePlan, IntakeRisk } from '../domain/run/intakePlan.js';
import type { CommandStatus, HypothesisStatus, learningKinds, RunIntent, repoActions } from '../domain/run/runRow.js';
import type { Translate } from '../reports/translate.js';
import type { Look } from './look.js';

type Looks<Value extends string> = Readonly<Record<Value, Look>>;
type Words<Value extends string> = Readonly<Record<Value, (t: Translate) => string>>;

interface HypothesisLook extends Look {
  readonly detail: (t: Translate) => string;
}

/** In list order. */
export const hypothesisLooks: Readonly<Record<HypothesisStatus, HypothesisLook>> = {
  open: {
    tone: 'warning',
    icon: 'question',
    color: 'charts.yellow',
    word: t => t('open'),
    detail: t => t('Keeps the investigation from being closed'),
  },
  accepted: {
    tone: 'good',
    icon: 'pass',
    color: 'charts.green',
    word: t => t('accepted'),
    detail: t => t('The evidence supports it'),
  },
  rejected: {
    tone: 'none',
    icon: 'circle-slash',
    word: t => t('rejected'),
    detail: t => t('The evidence is against it'),
  },
  blocked: {
    tone: 'warning',
    icon: 'debug-pause',
    color: 'charts.yellow',
    word: t => t('blocked'),
    detail: t => t('It cannot be tested now'),
  },
  superseded: {
    tone: 'none',
    icon: 'arrow-swap',
    word: t => t('superseded'),
    detail: t => t('Another hypothesis says it better'),
  },
};

export const commandStatusLooks: Looks<CommandStatus> = {
  pass: { tone: 'good', icon: 'pass', color: 'charts.green', word: t => t('pass') },
  fail: { tone: 'error', icon: 'error', color: 'list.errorForeground', word: t => t('fail') },
  blocked: { tone: 'warning', icon: 'debug-pause', color: 'charts.yellow', word: t => t('blocked') },
  skipped: { tone: 'none', icon: 'circle-slash', word: t => t('skipped') },
};

export const learningKindWords: Words<(typeof learningKinds)[number]> = {
  'benchmark-gap': t => t('a benchmark'),
  'doc-gap': t => t('documentation'),
  'intake-misroute': t => t('the right documents at the start'),
  'lint-gap': t => t('a lint rule'),
  'review-finding': t => t('something that a review found'),
  'test-gap': t => t('a test'),
  'workflow-gap': t => t('a step in the workflow'),
};

/** Places for a learning in the repository. */
export const repoActionWords: Words<(typeof repoActions)[number]> = {
  benchmark: t => t('in a benchmark'),
  docs: t => t('in the documentation'),
  'intake-signal': t => t('in a signal for the start of investigations'),
  lint: t => t('in a lint rule'),
  none: t => t('nowhere, with a reason'),
  skill: t => t('in a skill'),
  test: t => t('in a test'),
};

export const intentWords: Words<RunIntent> = {
  landing: t => t('landing a change'),
  performance: t => t('performance'),
  debug: t => t('a defect'),
  docs: t => t('documentation'),
  implementation: t => t('an implementation'),
  investigation: t => t('a question'),
};

export const intakeRiskWords: Words<IntakeRisk> = {
  fewWords: t => t('The question is too short to rank files by.'),
  noDocument: t => t('No document matches the question.'),
  noTest: t => t('No test matches the question.'),
  uncommitted: t => t('Files to read have uncommitted changes.'),
};

/** Match of the repository's files with a request. */
export const intakeConfidenceWords: Words<IntakePlan['confidence']> = {
  low: t => t('low'),
  medium: t => t('medium'),
  high: t => t('high'),
};
