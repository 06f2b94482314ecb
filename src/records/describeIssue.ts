import type { z } from 'zod';

/** One sentence part from zod's list, about the first problem: the field it is in, and what is wrong with it. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'the input is malformed';
  const field = fieldOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return `there is no field ${issue.keys.map(key => `“${key}”`).join(', ')}${field === '' ? '' : ` in ${field}`}`;
  }
  if (field === '') return issue.code === 'invalid_type' ? 'the input is not an object' : lowerFirst(issue.message);
  if (issue.message === 'it is missing') return `${field} is missing`;
  return `${field}: ${lowerFirst(issue.message)}`;
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
