import * as z from 'zod';
import { type RecordDefinition, type ShownOf, shownShape } from '../domain/record/record.js';
import { type ListedName, type ListedRecords, records } from '../domain/records.js';
import type { Context } from '../records/context.js';
import { showRows } from '../records/showRows.js';
import { readInTask } from '../records/task/taskAccess.js';
import { listField, taskField } from '../records/task/taskFields.js';
import type { AnyOperation, Operation } from './operation.js';

type StatusOf<Name extends ListedName> = ShownOf<ListedRecords[Name]> extends { status: infer Status } ? Status : never;
type FieldOf<Name extends ListedName> = `${ListedRecords[Name]['facts']['word']}s`;

type ListInput<Name extends ListedName> = z.ZodObject<{
  task: typeof taskField;
  status: z.ZodOptional<z.ZodType<StatusOf<Name>>>;
  limit: ReturnType<typeof listField>;
}>;
type ListOutput<Name extends ListedName> = z.ZodObject<
  { [Field in FieldOf<Name>]: z.ZodArray<z.ZodType<ShownOf<ListedRecords[Name]>>> } & { truncated: z.ZodBoolean }
>;

interface ListOfTask<Name extends ListedName> extends Pick<AnyOperation, 'effect' | 'cli' | 'palette'> {
  readonly input: ListInput<Name>;
  readonly output: ListOutput<Name>;
  readonly run: Operation<ListInput<Name>, ListOutput<Name>>['run'];
}

const defaultLimit = 50;

/** Returns the shapes of an operation that lists a task's records in their own order, optionally of one status. */
export function listOfTask<Name extends ListedName>(record: Name): ListOfTask<Name> {
  const definition: RecordDefinition = records[record];
  const { kind, columns, facts } = definition;
  const { word, open } = facts as ListedRecords[ListedName]['facts'];
  const field = `${word}s`;
  const shapes = {
    input: z.strictObject({
      task: taskField,
      status: columns.status?.kind.stored().optional().describe('Only this status'),
      limit: listField(defaultLimit),
    }),
    output: z.object({ [field]: z.array(z.object(shownShape(definition))), truncated: z.boolean() }),
    effect: 'read',
    cli: { examples: [`${word} list`, `${word} list --status ${open.statuses[0]} --json`] },
    palette: kind,
    run: async (context: Context, { limit = defaultLimit, task: named, status }: ListRequest) =>
      readInTask(context, named, async (transaction, task) => {
        const table = transaction[record] as { ofTask(task: string, status?: unknown): Promise<object[]> };
        const rows = await table.ofTask(task.id, status);
        const shown = await showRows(transaction, definition, rows.slice(0, limit) as never);
        return { [field]: shown, truncated: rows.length > limit };
      }),
  };
  return shapes as unknown as ListOfTask<Name>;
}

interface ListRequest {
  readonly task?: string;
  readonly status?: unknown;
  readonly limit?: number;
}
