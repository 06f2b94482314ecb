import { RefusalError, refuse } from '../../domain/refusal/refusal.js';
import {
  type TaskFile,
  taskFileFormat,
  taskFileLimits,
  taskFileSchema,
  taskFileVersion,
} from '../../domain/task/portable/taskFile.js';
import { describeIssue } from '../../records/describeIssue.js';
import { plainIssue } from '../plainIssue.js';

/** Reads an exported task. Throws a refusal that says what is wrong with it. */
export function readTaskFile(text: string): TaskFile {
  const bytes = text.length > taskFileLimits.bytes / 3 ? Buffer.byteLength(text) : 0;
  if (bytes > taskFileLimits.bytes) {
    throw bad(`The file holds ${Math.ceil(bytes / 1024 / 1024)} MB; a task takes 64 MB`, 'Look whether it is one.');
  }
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  // What `--json` printed holds the task within an answer.
  const content = fieldOf(value, 'ok') === true ? fieldOf(fieldOf(value, 'data'), 'content') : value;
  if (fieldOf(content, 'format') !== taskFileFormat) {
    throw bad('The file is no exported task', 'Make one where the task is: task export.');
  }
  const version = fieldOf(content, 'version');
  if (typeof version === 'number' && version > taskFileVersion) {
    throw bad(
      `The file was written by a newer Stateroom: its version is ${version}, and this one reads ${taskFileVersion}`,
      'Update Stateroom here, then import it again.',
    );
  }
  const checked = taskFileSchema.safeParse(content, { error: plainIssue });
  if (checked.success) return checked.data;
  throw bad(`The file cannot be imported: ${describeIssue(checked.error)}`, 'Export the task again.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text.trim() === '') throw bad('The file is empty', 'Export the task again.');
    if (!/[\]}]\s*$/.test(text) && /^\s*\{/.test(text)) {
      throw bad('The file is cut off: its JSON ends in the middle', 'Export the task again.');
    }
    throw bad('The file is not JSON', 'Give what task export wrote.');
  }
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[field] : undefined;
}

function bad(message: string, hint: string): RefusalError {
  return new RefusalError(refuse('invalid_input', `${message}.`, { hint }));
}
