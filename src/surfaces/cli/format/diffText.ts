import { structuredPatch } from 'diff';
import type { PieceDrift } from '../../../install/planFile.js';
import { redact } from '../../../platform/redact.js';
import type { Style } from './style.js';

const maxLines = 40;

interface Version {
  readonly name: string;
  readonly text: string | undefined;
}

/** Returns a unified diff of two texts, redacted; lines beyond the limit are counted. */
export function diffLines(before: Version, after: Version, style: Style): string[] {
  const [one = '', other = ''] = [before, after].map(({ text = '' }) => redact(text.replace(/^\ufeff/, '')));
  const lines = structuredPatch('', '', one, other, '', '', { context: 3 }).hunks.flatMap(hunk => [
    style.cyan(`@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`),
    ...hunk.lines.map(line => {
      const text = line.replace(/\r$/, '');
      return text.startsWith('+') ? style.green(text) : text.startsWith('-') ? style.red(text) : text;
    }),
  ]);
  const left = lines.length - maxLines;
  return [
    style.bold(`--- ${before.text === undefined ? '/dev/null' : before.name}`),
    style.bold(`+++ ${after.text === undefined ? '/dev/null' : after.name}`),
    ...lines.slice(0, maxLines),
    ...(left > 0 ? [style.dim(`… ${left} more ${left === 1 ? 'line' : 'lines'}`)] : []),
  ];
}

/** Formats a range like diff and git: an empty one names the line before it. */
function range(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** Returns the person's changes to an installed text, and the changes that this version would make. */
export function driftLines({ written, found, wanted }: PieceDrift, style: Style): string[] {
  const present = { name: 'as it is', text: found };
  return [
    ...(written === undefined ? [] : diffLines({ name: 'as it was installed', text: written }, present, style)),
    ...(wanted === undefined || wanted === written
      ? []
      : diffLines(present, { name: 'as this version writes it', text: wanted }, style)),
  ];
}
