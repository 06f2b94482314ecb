import * as z from 'zod';
import type { Message } from './message.js';

/** A sentence in an operation's answer: a message, or text stored by an earlier version. */
export type Sentence = Message | string;

/** A string in the schema, because readers outside the process get the text; see `inEnglish`. */
export const sentenceSchema = z.string() as unknown as z.ZodType<Sentence>;
