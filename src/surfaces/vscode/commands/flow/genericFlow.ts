import { l10n } from 'vscode';
import type { z } from 'zod';
import { askInSteps, askText, problemOf, type Step } from '../../support/prompt.js';
import { fieldQuestion } from './fieldQuestions.js';
import type { Flow, OperationFlow } from './flow.js';
import { recordQuestions } from './recordQuestions.js';
import { splitWords } from './splitLabels.js';

/**
 * The flow of an operation that has none of its own, read from its input schema: the work item, then records from a list and
 * each other field that it cannot do without as a text. Optional fields keep their defaults; a field of few words has a flow that
 * says what they mean.
 */
export const genericFlow: OperationFlow = async flow => {
  const steps: Step[] =
    flow.operation.about === 'workItem' ? flow.itemSteps({ placeholder: l10n.t('Select a work item') }) : [];
  for (const [name, schema] of Object.entries(flow.operation.input.shape) as [string, z.ZodType][]) {
    if (name === 'id' && flow.operation.about === 'workItem') continue;
    // An operation that reads takes it as a filter.
    const record = flow.operation.effect === 'read' ? undefined : recordQuestions.get(schema);
    if (record !== undefined) steps.push(...(await record(name)(flow)));
    else if (!schema.safeParse(undefined).success)
      steps.push(...flow.fieldSteps(name, at => askField(flow, name, schema, at)));
  }
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

async function askField(flow: Flow, name: string, schema: z.ZodType, at: Parameters<Step>[0]) {
  const prompt = fieldQuestion(flow.operation.name, name) ?? schema.description ?? name;
  const answer = await askText({
    ...at,
    title: flow.title,
    prompt,
    problem: text => problemOf(schema, readTyped(schema, text)),
  });
  return typeof answer === 'string' ? readTyped(schema, answer) : answer;
}

/** What is typed, as the schema wants it: itself when it takes texts, else the JSON it stands for, or the words of a list. */
export function readTyped(schema: z.ZodType, text: string): unknown {
  const json = jsonOf(text);
  // A number alone is JSON too, and may be meant as the one word of a list.
  const readings = [text, json, splitWords(text)];
  // Where none fits, what is wrong with one of the right kind is what helps: that a list is empty, not that this is a text.
  const fit =
    readings.find(reading => schema.safeParse(reading).success) ??
    readings.find(reading => schema.safeParse(reading).error?.issues.every(({ code }) => code !== 'invalid_type'));
  if (fit !== undefined) return fit;
  return json === undefined || typeof json === 'string' ? text : json;
}

/** Undefined where it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
