import * as z from 'zod';
import { translated } from '../../domain/text/translated.js';
import { defineOperation } from '../operation.js';

const defaultRows = 1000;
const defaultSeconds = 10;

export const storeQuery = defineOperation({
  name: 'store.query',
  order: 90,
  title: 'Query Store',
  asks: true,
  summary: 'Runs one SELECT on the live state; nothing else is allowed.',
  input: z.strictObject({
    sql: z.string().trim().min(1).max(100_000).describe(translated('One SELECT')),
    limit: z.int().min(1).max(100_000).optional().describe('Maximum number of rows; 1000 by default'),
    timeout: z.int().min(1).max(3600).optional().describe('Time limit in seconds; 10 by default'),
  }),
  output: z.object({
    columns: z.array(z.string()),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
    truncated: z.boolean(),
  }),
  effect: 'read',
  // Agents have reads with budgets; free SQL would bind them to the schema.
  mcp: null,
  cli: {
    positionals: ['sql'],
    examples: [
      'store query "select status, count(*) from work_items group by status"',
      'store query "select number, title from work_items order by number" --json',
    ],
  },
  progress: 'late',
  palette: 'store',
  async run(context, input) {
    const result = await context.store.maintenance.query(input.sql, input.limit ?? defaultRows, {
      timeoutMs: (input.timeout ?? defaultSeconds) * 1000,
      signal: context.signal,
    });
    return { columns: [...result.columns], rows: result.rows.map(row => [...row]), truncated: result.truncated };
  },
});
