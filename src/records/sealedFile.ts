import type { WorkTree } from '../git/workTree.js';
import { sha256 } from '../platform/sha256.js';

/** Last line of a generated file: the checksum of the lines before it. */
const sealPattern = /^<!-- stateroom: sha256 ([0-9a-f]{64}) -->\n?$/;

/** Excluded from the checksum, so that two pages of one state differ only here. */
const timeLine = /^_Generated: .*_\n/m;

/** Appends the line by which `isOurs` recognizes generated Markdown or XML. */
export function sealed(text: string): string {
  const lines = text.endsWith('\n') ? text : `${text}\n`;
  return `${lines}<!-- stateroom: sha256 ${sha256(lines.replace(timeLine, ''))} -->\n`;
}

/** True if a write to the path loses no person's work: nothing is there, or an unchanged generated file. */
export async function isOurs(workTree: Pick<WorkTree, 'readText' | 'kindOf'>, path: string): Promise<boolean> {
  const text = await workTree.readText(path);
  return text === undefined ? (await workTree.kindOf(path)) === undefined : isSealed(text);
}

export function isSealed(text: string): boolean {
  // Git may have changed the line ends.
  const plain = text.replaceAll('\r\n', '\n');
  const seal = plain.lastIndexOf('<!-- stateroom: ');
  const sum = seal < 0 ? undefined : sealPattern.exec(plain.slice(seal))?.[1];
  const lines = plain.slice(0, seal);
  // Earlier versions included the time.
  return sum !== undefined && (sum === sha256(lines.replace(timeLine, '')) || sum === sha256(lines));
}
