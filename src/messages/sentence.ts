import * as z from 'zod';
import type { Message } from './message.js';

/** A sentence in the answer of an operation: a message, or the text that an earlier version stored of one. */
export type Sentence = Message | string;

/** Whoever reads an answer outside of this process is given the text; see `inEnglish`. */
export const sentenceSchema = z.string() as unknown as z.ZodType<Sentence>;
