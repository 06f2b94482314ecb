import type { WorkTree } from '../git/workTree.js';
import { sha256 } from '../platform/sha256.js';

/** The last line of a file that we wrote: what the lines before it were. */
const sealPattern = /^<!-- stateroom: sha256 ([0-9a-f]{64}) -->\n?$/;

/** When a page was written: the checksum leaves it out, so that two pages of one state differ in no other line. */
const timeLine = /^_Generated: .*_\n/m;

/** A Markdown or XML text with the last line by which `isOurs` knows it again. */
export function sealed(text: string): string {
  const lines = text.endsWith('\n') ? text : `${text}\n`;
  return `${lines}<!-- stateroom: sha256 ${sha256(lines.replace(timeLine, ''))} -->\n`;
}

/** Whether nothing of a person's is lost by writing to a path: nothing is there, or a file as we wrote it. */
export async function isOurs(workTree: Pick<WorkTree, 'readText' | 'kindOf'>, path: string): Promise<boolean> {
  const text = await workTree.readText(path);
  return text === undefined ? (await workTree.kindOf(path)) === undefined : isSealed(text);
}

/** Whether a text is as `sealed` made it. */
export function isSealed(text: string): boolean {
  // Git may have changed the ends of lines.
  const plain = text.replaceAll('\r\n', '\n');
  const seal = plain.lastIndexOf('<!-- stateroom: ');
  const sum = seal < 0 ? undefined : sealPattern.exec(plain.slice(seal))?.[1];
  const lines = plain.slice(0, seal);
  // Earlier versions included the time.
  return sum !== undefined && (sum === sha256(lines.replace(timeLine, '')) || sum === sha256(lines));
}
