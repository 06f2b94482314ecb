import type { z } from 'zod';
import { fitParts, readReply } from './prompt.js';
import type { PromptPart } from './workflow.js';

/** A language model, as a surface has it. */
export interface WorkflowModel {
  /** Tokens that a request may have. */
  readonly maxInputTokens: number;
  countTokens(text: string): PromiseLike<number>;
  /** Sends messages, the user's and the model's in turn, and gives the reply as it comes; stops when the person does. */
  send(messages: readonly string[]): AsyncIterable<string>;
}

/** How a conversation ended. */
export type Conversation =
  /** Prose, all of which was handed on as it came. */
  | { readonly kind: 'said'; readonly text: string }
  /** A reply in the shape that was asked for, with the question as it was sent: parts may have been left out. */
  | { readonly kind: 'read'; readonly value: unknown; readonly repaired: boolean; readonly sent: string }
  /** Twice something else; the sentence tells what was wrong the second time. */
  | { readonly kind: 'unreadable'; readonly problem: string }
  /** Not even the shortest form of the prompt fits into the model. */
  | { readonly kind: 'tooLong' };

/** Of what a model takes, the share that is left for the repair of its reply. */
const share = 0.75;
/** Of a reply that is not understood, what goes back, in characters. */
const shownReply = 4000;

/** Asks a model once, and again if its reply cannot be read. What the model throws is the caller's to tell. */
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
