import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { catalogue } from '../operations/catalogue.js';
import { type AnyOperation, defineOperation } from '../operations/operation.js';
import { operationsDocument } from './operationsDocument.js';

const snooze: AnyOperation = defineOperation({
  name: 'queue.snooze',
  order: 10,
  title: 'Snooze Work Item',
  summary: 'Hides a work item | for a while.',
  input: z.strictObject({
    id: z.string().describe('W-12'),
    until: z.string().describe('ISO 8601 | +2h'),
    days: z.number().optional(),
  }),
  output: z.object({ until: z.string() }),
  effect: 'write',
  roles: ['human', 'agent'],
  mcp: { tool: 'work_items', action: 'snooze' },
  cli: { positionals: ['id'], examples: ['queue snooze W-12 --days 2'], exclusive: [['until', 'days']] },
  palette: 'items',
  async run() {
    return { until: '' };
  },
});

describe('operationsDocument', () => {
  it('has a row with every way in', () => {
    expect(operationsDocument([snooze])).toContain(
      '## queue\n\n| operation | what it does | command | MCP | effect |\n|---|---|---|---|---|\n' +
        '| queue.snooze | Hides a work item \\| for a while. | `queue snooze --until` | `work_items snooze` | write |\n',
    );
  });

  it('does not offer to agents what only a person may do', () => {
    const text = operationsDocument([{ ...snooze, roles: ['human'], destructive: true }]);
    expect(text).toContain('| `queue snooze --until` |  | final |\n');
  });

  it('is committed as it would be generated now', () => {
    const committed = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
    expect(committed).toBe(operationsDocument(catalogue));
  });

  it('names every operation of the catalogue', () => {
    const text = operationsDocument(catalogue);
    for (const { name } of catalogue) expect(text).toContain(`\n| ${name} | `);
  });
});
