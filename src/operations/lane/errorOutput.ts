import { GitFailure } from '../../git/gitFailure.js';
import { errorText } from '../../messages/errorText.js';
import type { Message } from '../../messages/message.js';
import { firstLine } from '../gitWords.js';

/** What the system says when it is at fault; git may say it last. */
const causes = /no space left|disk quota|permission denied|read-only file system|too many open files/i;

/** The line of what git or the file system says that tells why, else the first one: its user's to read. */
export function errorOutput(error: unknown): string | Message {
  const text = allOf(error);
  return firstLine(text.split('\n').find(line => causes.test(line)) ?? text);
}

/** True for what a full disk is the usual reason of, which git does not always name. */
export function mayBeFull(error: unknown): boolean {
  return /unable to write|could not write|failed to write|write error|could not reset index|no space left/i.test(
    allOf(error),
  );
}

function allOf(error: unknown): string {
  return error instanceof GitFailure ? error.said : errorText(error);
}
