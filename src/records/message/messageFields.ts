import * as z from 'zod';
import { messageLimits } from '../../domain/message/message.js';
import { messageKinds } from '../../domain/message/messageRow.js';

/** Fields that several operations on messages share. */

export const nameField = z
  .string()
  .trim()
  .min(1, 'the name is empty')
  .max(messageLimits.name, `the name is longer than ${messageLimits.name} characters`)
  .regex(/^[^\p{Cc}]*$/u, 'the name contains control characters');

export const asField = nameField
  .optional()
  .describe('Whose messages: a lane or an actor; the lane that an agent stands in, else your own, if left out');

export const messageField = z.string().trim().min(1, 'the message is empty').max(100).describe('M-7, 7 or its ULID');

export const kindField = z.enum(messageKinds);
