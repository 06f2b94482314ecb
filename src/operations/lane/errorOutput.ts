import { GitFailure } from '../../git/gitFailure.js';
import { errorText } from '../../messages/errorText.js';
import type { Message } from '../../messages/message.js';
import { firstLine } from '../gitWords.js';

/** System errors, which git may print last. */
const causes = /no space left|disk quota|permission denied|read-only file system|too many open files/i;

/** Output line that names the cause, else the first one; not translated. */
export function errorOutput(error: unknown): string | Message {
  const text = allOf(error);
  return firstLine(text.split('\n').find(line => causes.test(line)) ?? text);
}

/** True for errors usually caused by a full disk, which git does not always name. */
export function mayBeFull(error: unknown): boolean {
  return /unable to write|could not write|failed to write|write error|could not reset index|no space left/i.test(
    allOf(error),
  );
}

function allOf(error: unknown): string {
  return error instanceof GitFailure ? error.said : errorText(error);
}
