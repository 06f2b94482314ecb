import { l10n } from 'vscode';
import type { z } from 'zod';
import { inLanguage } from '../../../../present/inLanguage.js';
import { askInSteps, askText, problemOf, type Step } from '../../support/prompt.js';
import { translate } from '../../support/translate.js';
import type { Flow, OperationFlow } from './flow.js';
import { recordQuestion } from './recordQuestions.js';
import { splitWords } from './splitLabels.js';

/** Flow derived from the input schema: asks for the work item, then for each required field as a record or text. */
export const genericFlow: OperationFlow = async flow => {
  const steps: Step[] =
    flow.operation.about === 'workItem' ? flow.itemSteps({ placeholder: l10n.t('Select a work item') }) : [];
  for (const [name, schema] of Object.entries(flow.operation.input.shape) as [string, z.ZodType][]) {
    if (name === 'id' && flow.operation.about === 'workItem') continue;
    // Operations that read use it as a filter.
    const record = flow.operation.effect === 'read' ? undefined : recordQuestion(flow.operation, name);
    if (record !== undefined) steps.push(...(await record(flow)));
    else if (!schema.safeParse(undefined).success)
      steps.push(...flow.fieldSteps(name, at => askField(flow, name, schema, at)));
  }
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

async function askField(flow: Flow, name: string, schema: z.ZodType, at: Parameters<Step>[0]) {
  const prompt = inLanguage(translate, schema.description ?? name);
  const answer = await askText({
    ...at,
    title: flow.title,
    prompt,
    problem: text => problemOf(schema, readTyped(schema, text)),
  });
  return typeof answer === 'string' ? readTyped(schema, answer) : answer;
}

/** Converts typed text for the schema: unchanged if it accepts text, else as JSON or as a list of words. */
export function readTyped(schema: z.ZodType, text: string): unknown {
  const json = jsonOf(text);
  // A number alone is valid JSON, but may be meant as the only word of a list.
  const readings = [text, json, splitWords(text)];
  // If none fits, use the reading with the right type, for a helpful error: an empty list rather than a text.
  const fit =
    readings.find(reading => schema.safeParse(reading).success) ??
    readings.find(reading => schema.safeParse(reading).error?.issues.every(({ code }) => code !== 'invalid_type'));
  if (fit !== undefined) return fit;
  return json === undefined || typeof json === 'string' ? text : json;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
