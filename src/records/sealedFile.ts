import type { WorkTree } from '../git/workTree.js';
import { sha256 } from '../platform/sha256.js';

/** The last line of a file that we wrote: what the lines before it were. */
const sealPattern = /^<!-- stateroom: sha256 ([0-9a-f]{64}) -->\n?$/;

/** A Markdown or XML text with the last line by which `isOurs` knows it again. */
export function sealed(text: string): string {
  const lines = text.endsWith('\n') ? text : `${text}\n`;
  return `${lines}<!-- stateroom: sha256 ${sha256(lines)} -->\n`;
}

/** Whether nothing of a person's is lost by writing to a path: nothing is there, or a file as we wrote it. */
export async function isOurs(workTree: WorkTree, path: string): Promise<boolean> {
  const text = await workTree.readText(path);
  return text === undefined ? (await workTree.kindOf(path)) === undefined : isSealed(text);
}

/** Whether a text is as `sealed` made it. */
export function isSealed(text: string): boolean {
  // Git may have changed the ends of lines.
  const plain = text.replaceAll('\r\n', '\n');
  const seal = plain.lastIndexOf('<!-- stateroom: ');
  return seal >= 0 && sealPattern.exec(plain.slice(seal))?.[1] === sha256(plain.slice(0, seal));
}
