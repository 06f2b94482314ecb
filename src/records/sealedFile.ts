import type { WorkTree } from '../git/workTree.js';
import { sha256 } from '../platform/sha256.js';

/** The last line of a generated file: the checksum of the lines before it. */
const sealPattern = /^<!-- stateroom: sha256 ([0-9a-f]{64}) -->\n?$/;

/** Time of generation; excluded from the checksum, so that two pages of one state differ in no other line. */
const timeLine = /^_Generated: .*_\n/m;

/** Appends the line by which `isOurs` recognizes a generated Markdown or XML text. */
export function sealed(text: string): string {
  const lines = text.endsWith('\n') ? text : `${text}\n`;
  return `${lines}<!-- stateroom: sha256 ${sha256(lines.replace(timeLine, ''))} -->\n`;
}

/** Returns true if writing to a path loses none of a person's work: it does not exist, or is an unchanged generated file. */
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
