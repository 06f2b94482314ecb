import { l10n } from 'vscode';
import type { z } from 'zod';
import { askChoice, askInSteps, askText, back, problemOf, type Step } from '../../support/prompt.js';
import { fieldQuestion } from './fieldQuestions.js';
import type { Flow, OperationFlow } from './flow.js';
import { isAboutWorkItem } from './isAboutWorkItem.js';
import { splitLabels } from './splitLabels.js';

/**
 * The flow of an operation that has none of its own, read from its input schema: the work item, then each field that it
 * cannot do without. Optional fields keep their defaults.
 */
export const genericFlow: OperationFlow = async flow => {
  const steps: Step[] = isAboutWorkItem(flow.operation)
    ? flow.itemSteps({ placeholder: l10n.t('Which work item?') })
    : [];
  for (const [name, schema] of Object.entries(flow.operation.input.shape) as [string, z.ZodType][]) {
    if (name === 'id' && isAboutWorkItem(flow.operation)) continue;
    if (schema.safeParse(undefined).success) continue;
    steps.push(...flow.fieldSteps(name, at => askField(flow, name, schema, at)));
  }
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

async function askField(flow: Flow, name: string, schema: z.ZodType, at: Parameters<Step>[0]) {
  const choices = choicesOf(schema);
  const prompt = fieldQuestion(flow.operation.name, name) ?? schema.description ?? name;
  if (choices !== undefined) {
    const question = `${flow.operation.name}.${name}`;
    const rows = flow.memory.lastFirst(
      question,
      choices.map(value => ({ label: value, value })),
    );
    const chosen = await askChoice({ ...at, title: flow.title, placeholder: prompt, rows });
    if (chosen !== undefined && chosen !== back) await flow.memory.remember(question, chosen);
    return chosen;
  }
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
  const fit = [text, json, splitLabels(text)].find(reading => schema.safeParse(reading).success);
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

function choicesOf(schema: z.ZodType): readonly string[] | undefined {
  const options = (schema as { options?: unknown }).options;
  if (!Array.isArray(options) || !options.every(option => typeof option === 'string')) return undefined;
  return options;
}
