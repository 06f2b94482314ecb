import { type PlanAnalysis, planLacks } from '../../domain/plan/plan.js';
import { planLimits } from '../../domain/plan/planRow.js';
import { message } from '../../messages/message.js';
import type { PlanBlock, PlanDocument } from '../../records/plan/readPlan.js';

const objectiveHeading = /^(objective|goal|purpose|aim)s?\b/i;
const acceptanceHeading = /\b(acceptance|definition of done|done when|done criteria|success criteria)\b/i;
const questionHeading = /\b(open (questions|issues|points)|questions|unknowns)\b/i;
const testHeading = /\b(tests?|testing|verification|verify|proof)\b/i;
const testLine = /^(tests?|verify|verification|proof)\s*:/i;
/** Texts for an empty section. */
const nothing = /^(none|nothing|n\/a|no open questions|-|\u2013|\u2014)\.?$/i;

/** Extracts a plan's objective, criteria, tests, open questions and gaps. */
export function analysePlan(plan: PlanDocument): PlanAnalysis {
  const found = {
    objective: objectiveOf(plan),
    items: plan.items.length,
    ticked: plan.items.filter(item => item.checked).length,
    acceptance: listed(below(plan, acceptanceHeading).map(block => block.text)),
    tests: listed(testsOf(plan)),
    openQuestions: listed(
      below(plan, questionHeading)
        .filter(block => block.checked !== true && !nothing.test(block.text))
        .map(block => block.text),
    ),
  };
  return { ...found, problems: problemsOf(found, plan.repeatedIds) };
}

/** First paragraph below an objective heading, else the first before any second-level heading. */
function objectiveOf({ blocks }: PlanDocument): string | null {
  const paragraphs = blocks.filter(block => block.kind === 'paragraph' && block.text !== '');
  const named = paragraphs.find(block => block.headings.some(heading => objectiveHeading.test(heading)));
  const first = named ?? paragraphs.find(block => block.headings.length <= 1);
  return first === undefined ? null : cut(first.text);
}

function testsOf(plan: PlanDocument): string[] {
  const inSection = below(plan, testHeading).flatMap(block =>
    block.kind === 'code' ? block.text.split('\n').map(line => line.replace(/^\s*\$\s+/, '')) : block.code,
  );
  const onLines = plan.blocks.filter(block => testLine.test(block.text)).flatMap(block => block.code);
  return [...new Set([...inSection, ...onLines].map(line => line.trim()).filter(line => line !== ''))];
}

function below({ blocks }: PlanDocument, heading: RegExp): PlanBlock[] {
  return blocks.filter(block => block.text !== '' && block.headings.some(one => heading.test(one)));
}

function problemsOf(found: Omit<PlanAnalysis, 'problems'>, repeatedIds: readonly string[]): PlanAnalysis['problems'] {
  const problems: PlanAnalysis['problems'] = [];
  const lacks = (code: keyof typeof planLacks) => problems.push({ code, text: planLacks[code] });
  if (found.objective === null) lacks('no_objective');
  if (found.items === 0) lacks('no_items');
  if (found.acceptance.length === 0) lacks('no_acceptance');
  if (found.tests.length === 0) lacks('no_tests');
  const count = found.openQuestions.length;
  if (count > 0) problems.push({ code: 'open_questions', text: message('plans.openQuestions', { count }) });
  for (const id of repeatedIds.slice(0, planLimits.listed)) {
    problems.push({ code: 'duplicate_id', text: message('plans.idTwice', { id }) });
  }
  return problems;
}

function listed(texts: readonly string[]): string[] {
  return texts.slice(0, planLimits.listed).map(cut);
}

function cut(text: string): string {
  return text.length > planLimits.itemText ? `${text.slice(0, planLimits.itemText - 1)}…` : text;
}
