import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import type { Brief, BriefAct } from '../../domain/workflow/brief.js';
import { readRequest } from '../../domain/workflow/readRequest.js';
import { type WorkflowName, workflowNames } from '../../domain/workflow/workflowNames.js';
import { say } from '../../messages/say.js';
import { loadOperation } from '../../operations/loadOperation.js';
import type { Context } from '../../records/context.js';
import { briefText } from '../../reports/briefText.js';
import { english } from '../../reports/translate.js';
import { actText, withNextCalls } from './withNextCalls.js';

export interface PromptDeclaration {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

/** Returns the workflows as prompts, which clients offer as slash commands. */
export async function listPrompts(): Promise<readonly PromptDeclaration[]> {
  const { workflowNamed } = await import('../../workflows/workflows.js');
  return workflowNames.map(name => {
    const { title, summary, argumentHint } = workflowNamed(name);
    const request = { name: 'request', description: argumentHint(english), required: false };
    return { name, title: title(english), description: summary, arguments: [request] };
  });
}

/** Returns the workflow's current brief with instructions. A refusal is returned as text too. */
export async function promptText(name: WorkflowName, request: string, context: Context | Refusal): Promise<string> {
  const { workflowNamed } = await import('../../workflows/workflows.js');
  const { briefWorkflow } = await import('../../workflows/briefWorkflow.js');
  const { title, summary, steps } = workflowNamed(name);
  const { words, cutAt } = readRequest(request);
  const brief = isRefusal(context) ? context : await briefWorkflow(context, name, words, withNextCalls);
  const text = isRefusal(brief) ? await refusalText(brief) : await briefWithCalls(brief);
  return [
    `${title(english)}. ${summary}`,
    ...(words === '' ? [] : [`Asked for, in the person’s words: ${words}`]),
    ...(cutAt === undefined ? [] : [`Only the first ${cutAt} characters of the request are used.`]),
    text,
    ['What to do:', ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n'),
  ].join('\n\n');
}

/** Ends each act with its call, or with the command for a person. */
async function briefWithCalls(brief: Brief): Promise<string> {
  const calls = new Map<BriefAct, string>();
  for (const act of brief.acts) calls.set(act, await actText(act, loadOperation));
  return briefText(brief, act => calls.get(act) ?? '');
}

async function refusalText(refusal: Refusal): Promise<string> {
  const { message, hint } = await withNextCalls(refusal);
  return hint === undefined ? say(message) : `${say(message)} ${say(hint)}`;
}

export function isWorkflow(name: string): name is WorkflowName {
  return workflowNames.some(candidate => candidate === name);
}
