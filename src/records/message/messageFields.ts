import * as z from 'zod';
import { messageLimits } from '../../domain/message/message.js';
import { messageKinds } from '../../domain/message/messageRow.js';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';

export const nameField = z
  .string()
  .trim()
  .min(1)
  .max(messageLimits.name)
  .regex(/^[^\p{Cc}]*$/u, problem(message('schema.hasControl')));

export const asField = nameField
  .optional()
  .describe('Whose messages: a lane or an actor; default: the agent’s current lane, or your own');

export const messageField = z.string().trim().min(1).max(100).describe('M-7, 7 or its ULID');

export const kindField = z.enum(messageKinds);
