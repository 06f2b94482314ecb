import type { TimelineEvent } from '../domain/event/event.js';
import type { Run, RunContent } from '../domain/run/run.js';
import { oneLine } from '../domain/text/oneLine.js';
import { shortened } from '../domain/text/shortened.js';
import { madeText } from './decisionPart.js';
import { type Field, optional, type Page, type Pen } from './page.js';
import {
  commandStatusLooks,
  hypothesisLooks,
  intakeConfidenceWords,
  intakeRiskWords,
  intentWords,
  repoActionWords,
} from './runLooks.js';
import { runStatusLooks } from './status.js';

export interface RunPageContent {
  readonly run: Run;
  /** Undefined if it is shown elsewhere. */
  readonly content?: RunContent;
  /** Decisions of the investigation. */
  readonly decisions: readonly { readonly ref: string; readonly decision: string }[];
  /** `S-5`; null if it was started without a slice. */
  readonly slice: string | null;
  /** Newest first. */
  readonly events: readonly TimelineEvent[];
  readonly more: boolean;
}

const titleLength = 80;

export function runPage({ run, content, decisions, slice, events, more }: RunPageContent, pen: Pen): Page {
  const { t, text, code } = pen;
  const title = text(shortened(oneLine(run.request), titleLength));
  return {
    ref: run.ref,
    title,
    fields: [
      [t('Status'), statusText(run, pen)],
      [t('About'), intentWords[run.intent](t)],
      [t('Task'), run.task],
      [t('Slice'), slice],
      [t('Finding'), run.finding],
      [t('Work item'), run.workItem],
      [t('Worktree'), optional(run.worktreePath, code)],
      [t('Started'), madeText(run.createdAt, run.actor, run.commit, pen)],
      [t('Question'), { prose: title === text(run.request) ? null : run.request }],
      ...intakeFields(run.intakePlan, pen),
      [t('Summary'), { prose: run.summary }],
      [t('Left open'), { prose: run.openReason }],
      ...(content === undefined ? [] : contentFields(content, pen)),
      [t('Decisions'), { list: decisions.map(({ ref, decision }) => `${ref} ${text(decision)}`) }],
      [t('Verification'), { list: run.verification.map(text) }],
      [t('Residual risks'), { list: run.residualRisks.map(text) }],
    ],
    timeline: { events, more },
  };
}

function statusText({ status, closedAt }: Run, { t, tone, time }: Pen): string {
  const { word, tone: look } = runStatusLooks[status];
  const written = tone(look, word(t));
  return closedAt === null ? written : t('{0} since {1}', written, time(closedAt));
}

/** Lists the files ranked at the start of the investigation. */
function intakeFields(plan: Run['intakePlan'], { t, text, code }: Pen): Field[] {
  if (plan === null) return [];
  return [
    [t('To read'), { list: [...plan.skills, ...plan.documents].map(path => code(path)) }],
    [t('To verify'), { list: plan.tests.map(path => code(path)) }],
    [t('Risks'), { list: plan.risks.map(risk => text(intakeRiskWords[risk](t))) }],
    [t('Match'), intakeConfidenceWords[plan.confidence](t)],
  ];
}

function contentFields(
  { hypotheses, evidence, commands, learnings }: RunContent,
  { t, text, code, tone }: Pen,
): Field[] {
  return [
    [
      t('Hypotheses'),
      {
        list: hypotheses.map(({ id, text: words, status, notes, evidence: own }) => {
          const { tone: look, word } = hypothesisLooks[status];
          const said = notes.map(note => ` — ${text(note)}`).join('');
          return `${id} ${tone(look, word(t))}: ${text(words)}${own.length === 0 ? '' : ` (${own.join(', ')})`}${said}`;
        }),
      },
    ],
    [
      t('Evidence'),
      {
        list: evidence.map(
          ({ id, text: words, hypothesis }) =>
            `${hypothesis === null ? id : t('{0} on {1}', id, hypothesis)}: ${text(words)}`,
        ),
      },
    ],
    [
      t('Commands'),
      {
        list: commands.map(({ id, command, status }) => {
          const { tone: look, word } = commandStatusLooks[status];
          return `${id} ${tone(look, word(t))}: ${code(command)}`;
        }),
      },
    ],
    [
      t('Learnings'),
      {
        list: learnings.map(({ id, summary, repoAction, path, reason }) => {
          const place = path === null ? optional(reason, text) : code(path);
          const kept = `${id}: ${text(summary)}, ${repoActionWords[repoAction](t)}`;
          return place === null ? kept : `${kept}: ${place}`;
        }),
      },
    ],
  ];
}
