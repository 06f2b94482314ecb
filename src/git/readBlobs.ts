import { createHash } from 'node:crypto';
import type { GitProcess } from './gitProcess.js';

/** Git's id of a text stored unchanged. `length` is that of the repository's ids: 40, or 64 for SHA-256. */
export function blobIdOf(text: string, length = 40): string {
  const bytes = Buffer.from(text);
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}

/** Maps full ids to texts, without missing ids. Starts one process. */
export async function readBlobs(git: GitProcess, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter(id => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id));
  if (wanted.length === 0) return new Map();
  // Sizes count stored bytes, which decoding may change: a line that no file contains separates the texts.
  const border = createHash('sha256').update(wanted.join()).digest('hex');
  const answer = await git.text(['cat-file', `--batch=${border} %(objectname)`], { input: `${wanted.join('\n')}\n` });
  const parts = `\n${answer.replace(/\n$/, '')}`.split(`\n${border} `).slice(1);
  const found = new Map(parts.map(part => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]));
  return withoutGaps(found, wanted);
}

/** Removes git's messages about missing ids, each after the preceding text: answers are in order. */
function withoutGaps(found: Map<string, string>, wanted: readonly string[]): Map<string, string> {
  let last: string | undefined;
  let missing = '';
  const settle = (): void => {
    const text = last === undefined ? undefined : found.get(last);
    if (last !== undefined && text?.endsWith(missing)) found.set(last, text.slice(0, text.length - missing.length));
    missing = '';
  };
  for (const id of wanted) {
    if (!found.has(id)) {
      missing += `\n${id} missing`;
      continue;
    }
    settle();
    last = id;
  }
  settle();
  return found;
}
