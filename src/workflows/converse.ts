import type { z } from 'zod';
import { fitParts, readReply } from './prompt.js';
import type { PromptPart } from './workflow.js';

export interface WorkflowModel {
  readonly maxInputTokens: number;
  countTokens(text: string): PromiseLike<number>;
  /** Sends messages, alternating between user and model; streams the reply until the person cancels. */
  send(messages: readonly string[]): AsyncIterable<string>;
}

export type Conversation =
  /** Prose, already streamed. */
  | { readonly kind: 'said'; readonly text: string }
  /** A reply of the requested shape; `sent` is the prompt, without the parts that were left out. */
  | { readonly kind: 'read'; readonly value: unknown; readonly repaired: boolean; readonly sent: string }
  /** Invalid twice; `problem` describes the second failure. */
  | { readonly kind: 'unreadable'; readonly problem: string }
  /** The shortest form of the prompt exceeds the model's limit. */
  | { readonly kind: 'tooLong' };

/** Share of the model's input limit for the prompt; the rest is for a repair of its reply. */
const share = 0.75;
/** Max characters of an invalid reply to send back. */
const shownReply = 4000;

/** Asks a model, and once more if its reply is invalid. Rethrows the model's errors. */
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
