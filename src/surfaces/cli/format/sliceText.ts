import type { Slice } from '../../../domain/slice/slice.js';
import type { sliceOperations } from '../../../operations/slice/sliceOperations.generated.js';
import { slicePage } from '../../../present/slicePage.js';
import { pageText, terminalPen } from './pageText.js';
import type { TextsOf } from './resultText.js';
import { type Column, idColumn, listText, timeColumn } from './table.js';
import { oneLine } from './text.js';
import { warningLines } from './view.js';

export const texts: TextsOf<typeof sliceOperations> = {
  sliceStart: ({ slice, state, evidence, warning }, view) => {
    const { red, green } = view.style;
    const test =
      state === null || evidence === null
        ? ''
        : ` The test is ${state === 'red' ? red('red') : green('green')} (${evidence.ref}).`;
    return [`Started ${slice.ref} ${oneLine(slice.title)}.${test}`, ...warningLines(warning, view)].join('\n');
  },
  sliceCommit: ({ commit, made, slice, warning }, view) =>
    [
      `${made ? 'Committed' : 'Took note of'} ${commit.slice(0, 10)} for ${slice.ref} ${oneLine(slice.title)}.`,
      ...warningLines(warning, view),
    ].join('\n'),
  sliceClose: ({ slice, decision, repeated, warning }, view) =>
    [
      repeated
        ? `${slice.ref} is already closed (${decision.ref}).`
        : `Closed ${slice.ref} ${oneLine(slice.title)} by ${decision.ref} ${oneLine(decision.decision)}.`,
      ...warningLines(warning, view),
    ].join('\n'),
  sliceList: ({ slices, counts, nextCursor }, view) => {
    const none = 'No slices. Start one: stateroom slice start "Count the retries" --test "npm test"';
    const list = listText(sliceColumns, slices, view, none, { nextCursor });
    const counted = `${counts.open} open, ${counts.committed} committed, ${counts.closed} closed`;
    return slices.length === 0 ? list : `${list}\n${view.style.dim(counted)}`;
  },
  slicePacket: (packet, view) => {
    const { ref, title, fields, parts } = slicePage(packet, terminalPen(view));
    return pageText({ ref, title, fields: [...fields, ['review', packet.reviewKind]], ...(parts && { parts }) }, view);
  },
};

const sliceColumns: readonly Column<Slice>[] = [
  idColumn,
  { title: 'status', text: slice => slice.status },
  { title: 'title', text: slice => slice.title, minimum: 20 },
  { title: 'commit', text: slice => (slice.status === 'open' ? '' : slice.commit?.slice(0, 10)) },
  { title: 'decision', text: slice => slice.decision },
  { title: 'by', text: slice => slice.actor, minimum: 8 },
  timeColumn(slice => slice.updatedAt),
];
