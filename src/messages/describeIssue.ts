import type { z } from 'zod';
import { type Message, message } from './message.js';
import { issueProblem } from './schemaProblem.js';

/** Describes zod's first problem as part of a sentence: its field and the reason. */
export function describeIssue(error: z.ZodError): Message {
  const issue = error.issues[0];
  if (issue === undefined) return message('input.malformed');
  const field = fieldOf(issue.path);
  const problem = issueProblem(issue);
  if (issue.code === 'unrecognized_keys') {
    return field === '' ? problem : message('input.inField', { problem, field });
  }
  if (field === '') return issue.code === 'invalid_type' ? message('input.notObject') : problem;
  if (problem.key === 'schema.missing') return message('input.missing', { field });
  return message('input.fieldProblem', { field, problem });
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? String(part) : `${name}.${String(part)}`;
  }, '');
}
