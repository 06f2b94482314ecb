import type { z } from 'zod';
import { type Message, message } from '../messages/message.js';

/** One sentence part from zod's list, about the first problem: the field it is in, and what is wrong with it. */
export function describeIssue(error: z.ZodError): Message {
  const issue = error.issues[0];
  if (issue === undefined) return message('input.malformed');
  const field = fieldOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return message('input.unknownFields', {
      fields: issue.keys.map(key => `“${key}”`).join(', '),
      where: field === '' ? '' : message('input.inField', { field }),
    });
  }
  if (field === '')
    return issue.code === 'invalid_type'
      ? message('input.notObject')
      : message('input.schemaProblem', { problem: lowerFirst(issue.message) });
  if (issue.message === 'it is missing') return message('input.missing', { field });
  return message('input.fieldProblem', {
    field,
    problem: message('input.schemaProblem', { problem: lowerFirst(issue.message) }),
  });
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? String(part) : `${name}.${String(part)}`;
  }, '');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
