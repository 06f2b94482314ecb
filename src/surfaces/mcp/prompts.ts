import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import { readRequest } from '../../domain/ritual/readRequest.js';
import { type RitualName, ritualNames } from '../../domain/ritual/ritualNames.js';
import type { Context } from '../../records/context.js';
import { briefText } from '../../reports/briefText.js';
import { english } from '../../reports/translate.js';
import { loadRituals } from '../../rituals/loadRituals.js';

/** A prompt as `prompts/list` shows it. */
export interface PromptDeclaration {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

/** The rituals as prompts: what a client offers its person behind a slash. */
export async function listPrompts(): Promise<readonly PromptDeclaration[]> {
  const { ritualNamed } = await loadRituals();
  return ritualNames.map(name => {
    const { title, summary, argumentHint } = ritualNamed(name);
    const request = { name: 'request', description: argumentHint(english), required: false };
    return { name, title: title(english), description: summary, arguments: [request] };
  });
}

/** The text of a prompt: the ritual's brief as it is now, and what to do with it. A refusal is told in the same way. */
export async function promptText(name: RitualName, request: string, context: Context | Refusal): Promise<string> {
  const { ritualNamed, briefRitual } = await loadRituals();
  const { title, summary, steps } = ritualNamed(name);
  const { words, cutAt } = readRequest(request);
  const brief = isRefusal(context) ? context : await briefRitual(context, name, words);
  const told = isRefusal(brief) ? [brief.message, brief.hint ?? ''].join(' ').trim() : briefText(brief);
  return [
    `${title(english)}. ${summary}`,
    ...(words === '' ? [] : [`Asked for, in the person’s words: ${words}`]),
    ...(cutAt === undefined ? [] : [`Only the first ${cutAt} characters of the request are read.`]),
    told,
    ['What to do:', ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n'),
  ].join('\n\n');
}

export function isRitual(name: string): name is RitualName {
  return ritualNames.some(known => known === name);
}
