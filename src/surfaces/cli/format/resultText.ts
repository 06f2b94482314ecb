import type { z } from 'zod';
import { eventSchema, type TimelineEvent } from '../../../domain/event/event.js';
import { visibleJson } from '../../../domain/text/visibleText.js';
import { type WorkItem, workItemSchema } from '../../../domain/workItem/workItem.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { eventTable } from './eventText.js';
import { plainText } from './plainText.js';
import { type Column, table } from './table.js';
import { manyLines, oneLine } from './text.js';
import { fullTime, moreText, type View, when } from './view.js';
import { workItemPage, workItemTable } from './workItemText.js';

const nothing = 'Nothing to show.';

/**
 * A view with what sets text in it. Words that are loaded late are handed it: a module that they shared with the program
 * would be evaluated by every command.
 */
export interface LateView extends View {
  /** `oneLine`, `manyLines` and `visibleJson` make text harmless, `when` and `fullTime` tell times, `table` sets rows. */
  readonly oneLine: typeof oneLine;
  readonly manyLines: typeof manyLines;
  readonly visibleJson: typeof visibleJson;
  moreText(nextCursor: string | null): string;
  when(time: string | null): string;
  fullTime(time: string): string;
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string;
}

/** Words that are loaded with the operations they are about; undefined for what they have no words for. */
export type LateText = (
  operation: AnyOperation,
  data: unknown,
  view: LateView,
  input: Readonly<Record<string, unknown>>,
) => string | undefined;

/**
 * What an operation answered, as text for a person. A few operations have words of their own; all others, present and
 * future, are shown by what their answer is made of: work items, events, rows, names and values.
 */
export function resultText(
  operation: AnyOperation,
  data: unknown,
  view: View,
  /** What was asked, since an empty answer to a narrow question is not an empty store. */
  input: Readonly<Record<string, unknown>> = {},
  lateText?: LateText,
): string {
  const late = lateText?.(operation, data, lateView(view), input);
  if (late !== undefined) return late;
  const shape = shapeOf(operation.output);
  const fields = data as Readonly<Record<string, unknown>>;
  if (shape?.items !== undefined && isListOf(shape.items, workItemSchema)) {
    const items = fields.items as WorkItem[];
    return items.length === 0 ? nothing : workItemTable(items, view) + nextPage(fields, view);
  }
  if (shape?.events !== undefined && shape.item === undefined && isListOf(shape.events, eventSchema)) {
    const events = fields.events as TimelineEvent[];
    return events.length === 0 ? nothing : eventTable(events, view) + nextPage(fields, view);
  }
  if (shape?.item === workItemSchema) {
    const item = fields.item as WorkItem;
    if (operation.effect !== 'read') return `${operation.title}: ${item.ref} ${oneLine(item.title)}`;
    return workItemPage(item, view, fields as Parameters<typeof workItemPage>[2]);
  }
  return plainText(data, view) || nothing;
}

function lateView(view: View): LateView {
  return {
    ...view,
    oneLine,
    manyLines,
    visibleJson,
    moreText: nextCursor => moreText(nextCursor, view),
    when: time => when(time, view),
    fullTime: time => fullTime(time, view),
    table: (columns, rows) => table(columns, rows, { width: view.width, head: text => view.style.dim(text) }),
  };
}

function nextPage({ nextCursor }: Readonly<Record<string, unknown>>, view: View): string {
  return moreText(typeof nextCursor === 'string' ? nextCursor : null, view);
}

function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  return schema.def.type === 'object' ? ((schema as z.ZodObject).shape as Record<string, z.ZodType>) : undefined;
}

function isListOf(schema: z.ZodType, element: z.ZodType): boolean {
  return schema.def.type === 'array' && (schema as z.ZodArray).element === element;
}
