import { isSecretName } from '../../git/rescue/secretFile.js';
import type { FileDiff } from '../../git/workTree.js';
import { holdsPrivateKey, redact, redactCode, redacted } from '../../platform/redact.js';

/** Files in which a secret value needs no quotes. */
const settings = /\.(?:ya?ml|properties|ini|toml|conf|cfg)$|(?:^|\/)\.env/i;

/** A file's change without likely secrets. */
export interface ConcealedDiff {
  /** As many lines as before; null if the file is left out or unchanged. */
  readonly hunks: string | null;
  /** Path of a file that is left out, else `path:line`, without the line for deleted text. */
  readonly concealed: readonly string[];
}

/** Returns a change for a language model: without secret files, and with secrets masked in place, so that line numbers stay. */
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

/** True for a file that is left out: by its name, or for a private key in its text. */
export function isConcealed(path: string, text: string): boolean {
  return isSecretName(path) || holdsPrivateKey(text);
}

/** Masks likely secrets in each line of a file for a language model. */
export function maskSecrets(path: string, text: string): string {
  return text.split('\n').map(maskerOf(path)).join('\n');
}

export function countMasks(text: string): number {
  return text.split(redacted).length - 1;
}

export function maskerOf(path: string): (line: string) => string {
  return settings.test(path) ? redact : redactCode;
}
