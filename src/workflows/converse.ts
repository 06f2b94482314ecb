import type { z } from 'zod';
import { fitParts, readReply } from './prompt.js';
import type { PromptPart } from './workflow.js';

export interface WorkflowModel {
  readonly maxInputTokens: number;
  countTokens(text: string): PromiseLike<number>;
  /** Sends messages, alternating between user and model, and streams the reply; stops when the person cancels. */
  send(messages: readonly string[]): AsyncIterable<string>;
}

export type Conversation =
  /** Prose, already streamed. */
  | { readonly kind: 'said'; readonly text: string }
  /** A reply in the requested shape, with the prompt as sent: parts may have been left out. */
  | { readonly kind: 'read'; readonly value: unknown; readonly repaired: boolean; readonly sent: string }
  /** The reply was invalid twice; `problem` describes the second failure. */
  | { readonly kind: 'unreadable'; readonly problem: string }
  /** Even the shortest form of the prompt exceeds the model's limit. */
  | { readonly kind: 'tooLong' };

/** Share of the model's input limit for the prompt; the rest is for repairing its reply. */
const share = 0.75;
/** Max characters of an invalid reply that are sent back. */
const shownReply = 4000;

/** Asks a model once, and again if its reply is invalid. Rethrows the model's errors. */
export async function converse(
  model: WorkflowModel,
  prompt: { readonly parts: readonly PromptPart[]; readonly reply?: { readonly schema: z.ZodType } },
  onText: (text: string) => void,
): Promise<Conversation> {
  const budget = Math.floor(model.maxInputTokens * share);
  const sent = await fitParts(prompt.parts, budget, text => model.countTokens(text));
  if (sent === undefined) return { kind: 'tooLong' };
  if (prompt.reply === undefined) {
    let text = '';
    for await (const piece of model.send([sent])) {
      text += piece;
      onText(piece);
    }
    return { kind: 'said', text };
  }
  const { schema } = prompt.reply;
  const first = await whole(model.send([sent]));
  const read = readReply(first, schema);
  if ('value' in read) return { kind: 'read', value: read.value, repaired: false, sent };
  const again = `Your reply could not be read: ${read.problem}. Answer again with only the JSON object, in the requested shape.`;
  const second = await whole(model.send([sent, first.slice(0, shownReply), again]));
  const reread = readReply(second, schema);
  if ('value' in reread) return { kind: 'read', value: reread.value, repaired: true, sent };
  return { kind: 'unreadable', problem: reread.problem };
}

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
