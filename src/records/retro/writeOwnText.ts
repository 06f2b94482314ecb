import type { WorkTree } from '../../git/workTree.js';
import { sha256 } from '../../platform/sha256.js';

/** The last line of a text that we wrote: what the lines before it were. */
const sealPattern = /^<!-- stateroom: sha256 ([0-9a-f]{64}) -->\n?$/;

/**
 * Writes a page of Markdown into the worktree. A file that is not as we wrote it is left as it is, and the page is written beside
 * it, as `2026-W47-2.md`. `edited`: the first file that was left.
 */
export async function writeOwnText(
  workTree: WorkTree,
  path: string,
  text: string,
): Promise<{ readonly path: string; readonly edited: string | null }> {
  let edited: string | null = null;
  for (let number = 1; ; number += 1) {
    const place = number === 1 ? path : path.replace(/\.md$/, `-${number}.md`);
    if (await isOurs(workTree, place)) {
      await workTree.writeText(place, `${text}<!-- stateroom: sha256 ${sha256(text)} -->\n`);
      return { path: place, edited };
    }
    edited ??= place;
  }
}

/** Whether nothing is lost by writing over a path. Git may have changed the ends of lines. */
async function isOurs(workTree: WorkTree, path: string): Promise<boolean> {
  const text = (await workTree.readText(path))?.replaceAll('\r\n', '\n');
  if (text === undefined) return (await workTree.kindOf(path)) === undefined;
  const seal = text.lastIndexOf('<!-- stateroom: ');
  return seal >= 0 && sealPattern.exec(text.slice(seal))?.[1] === sha256(text.slice(0, seal));
}
