import type { LaneOverlaps } from '../../../records/lane/readOverlaps.js';
import { oneLine } from './text.js';
import { count, type View } from './view.js';

export function overlapsText(answer: LaneOverlaps, { style }: View): string {
  const { lanes, overlaps, conflicts, violations, unread, unpredicted } = answer;
  const met = overlaps.flatMap(({ path, lanes: all, meetings }) => [
    `${style.bold(oneLine(path))}  ${style.dim(all.join(', '))}`,
    ...meetings.map(({ lanes: [one, other], lines }) => `  ${one} and ${other} overlap in ${linesText(lines)}`),
  ]);
  const merges = conflicts.map(
    ({ lanes: [one, other], paths }) =>
      `${style.red(`${one} and ${other} conflict`)}: ${paths.map(oneLine).join(', ')}`,
  );
  const theirs = violations.map(({ lane, path, owner }) => {
    const whose = owner === null ? 'it does not own' : `${owner} owns`;
    return `${style.yellow(`${lane} changes ${oneLine(path)}`)}, which ${whose}`;
  });
  const blind = unread.map(({ lane, why }) =>
    why === 'gone'
      ? `${lane} was not checked: its worktree is missing`
      : `${lane} was not checked: it has no commit in common with its base`,
  );
  const rest = unpredicted === 0 ? [] : [`${unpredicted} merges not checked yet; run this again`];
  const parts = [met, [...merges, ...theirs], [...blind, ...rest]].filter(lines => lines.length > 0);
  if (met.length + merges.length + theirs.length === 0) {
    parts.unshift([lanes.length === 0 ? 'No lanes were checked.' : `No overlap in ${count(lanes.length, 'lane')}.`]);
  }
  return parts.map(lines => lines.join('\n')).join('\n\n');
}

function linesText(lines: LaneOverlaps['overlaps'][number]['meetings'][number]['lines']): string {
  if (lines.length === 0) return 'the whole file';
  const shown = lines.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`));
  const [only] = lines;
  return `${lines.length === 1 && only !== undefined && only[0] === only[1] ? 'line' : 'lines'} ${shown.join(', ')}`;
}
