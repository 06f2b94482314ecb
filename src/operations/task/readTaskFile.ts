import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import {
  type TaskFile,
  taskFileFormat,
  taskFileLimits,
  taskFileSchema,
  taskFileVersion,
} from '../../domain/taskFile/taskFile.js';
import { describeIssue } from '../../messages/describeIssue.js';
import { type Message, message } from '../../messages/message.js';
import { reported } from '../../messages/schemaProblem.js';

/** Reads an exported task. Throws a refusal that names the error. */
export function readTaskFile(text: string): TaskFile {
  const bytes = text.length > taskFileLimits.bytes / 3 ? Buffer.byteLength(text) : 0;
  if (bytes > taskFileLimits.bytes) {
    throw bad(
      message('tasks.fileTooLarge', { megabytes: Math.ceil(bytes / 1024 / 1024) }),
      message('tasks.fileTooLargeHint'),
    );
  }
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  // Output of `--json` wraps the task in an answer.
  const content = fieldOf(value, 'ok') === true ? fieldOf(fieldOf(value, 'data'), 'content') : value;
  if (fieldOf(content, 'format') !== taskFileFormat) {
    throw bad(message('tasks.fileNotTask'), message('tasks.fileNotTaskHint'));
  }
  const version = fieldOf(content, 'version');
  if (typeof version === 'number' && version > taskFileVersion) {
    throw bad(message('tasks.fileTooNew', { version, known: taskFileVersion }), message('tasks.fileTooNewHint'));
  }
  const checked = taskFileSchema().safeParse(content, reported);
  if (checked.success) return checked.data;
  throw bad(
    message('tasks.fileUnreadable', { problem: describeIssue(checked.error) }),
    message('tasks.fileUnreadableHint'),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text.trim() === '') throw bad(message('tasks.fileEmpty'), message('tasks.fileUnreadableHint'));
    if (!/[\]}]\s*$/.test(text) && /^\s*\{/.test(text)) {
      throw bad(message('tasks.fileCutOff'), message('tasks.fileUnreadableHint'));
    }
    throw bad(message('tasks.fileNotJson'), message('tasks.fileNotJsonHint'));
  }
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[field] : undefined;
}

function bad(problem: Message, hint: Message): RefusalError {
  return refusalError('invalid_input', message('input.sentence', { text: problem }), { hint });
}
