import { isSecretName } from '../../git/rescue/secretFile.js';
import type { FileDiff } from '../../git/workTree.js';
import { holdsPrivateKey, redact, redactCode, redacted } from '../../platform/redact.js';

/** Files of settings, in which a value needs no quotes to be one. */
const settings = /\.(?:ya?ml|properties|ini|toml|conf|cfg)$|(?:^|\/)\.env/i;

/** The lines of a file's change without what looks like a secret. */
export interface ConcealedDiff {
  /** As many lines as before; null where the file is left out, and where there were none. */
  readonly hunks: string | null;
  /** What was taken out: the path of a file that is left out, else `path:line`, without the line of what is gone. */
  readonly concealed: readonly string[];
}

/**
 * What of a change may be shown to a language model. A file whose name says that a secret is in it, or that has a private key,
 * is left out; in others the secret alone is masked, so that lines keep their numbers.
 */
export function redactSecrets({ path, oldPath, hunks }: FileDiff): ConcealedDiff {
  if (hunks === null || hunks === '') return { hunks, concealed: [] };
  if (isConcealed(path, hunks) || isSecretName(oldPath ?? path)) return { hunks: null, concealed: [path] };
  const clean = maskerOf(path);
  const concealed = new Set<string>();
  let next = 0;
  const lines = hunks.split('\n').map(line => {
    const [, start] = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? [];
    if (start !== undefined) next = Number(start);
    const isThere = /^[+ ]/.test(line);
    const masked = start === undefined ? line.slice(0, 1) + clean(line.slice(1)) : clean(line);
    if (masked !== line) concealed.add(isThere ? `${path}:${next}` : path);
    if (isThere) next += 1;
    return masked;
  });
  return { hunks: lines.join('\n'), concealed: [...concealed] };
}

/** True for a file that is left out as a whole: by its name, or for a private key in its text. */
export function isConcealed(path: string, text: string): boolean {
  return isSecretName(path) || holdsPrivateKey(text);
}

/** The text of a file as a language model may see it: in each line, what looks like a secret is masked. */
export function maskSecrets(path: string, text: string): string {
  return text.split('\n').map(maskerOf(path)).join('\n');
}

/** How many masks are in a text, as `maskSecrets` leaves them. */
export function countMasks(text: string): number {
  return text.split(redacted).length - 1;
}

/** What masks a line of this file. */
export function maskerOf(path: string): (line: string) => string {
  return settings.test(path) ? redact : redactCode;
}
