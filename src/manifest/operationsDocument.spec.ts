import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../operations/catalogue.js';
import { type AnyOperation, defineOperation } from '../operations/operation.js';
import { operationsDocument } from './operationsDocument.js';

const snooze: AnyOperation = defineOperation({
  name: 'queue.snooze',
  title: 'Snooze Work Item',
  summary: 'Hides a work item for a while.',
  input: z.strictObject({
    id: z.string().describe('W-12'),
    until: z.string().optional().describe('ISO 8601 | +2h'),
    days: z.number().optional(),
  }),
  output: z.object({ until: z.string() }),
  effect: 'write',
  roles: ['human', 'agent'],
  mcp: { tool: 'work_items', action: 'snooze' },
  cli: { positionals: ['id'], examples: ['queue snooze W-12 --days 2'], exclusive: [['until', 'days']] },
  palette: true,
  async run() {
    return { until: '' };
  },
});

describe('operationsDocument', () => {
  it('describes an operation with every way in', () => {
    const text = operationsDocument([snooze]);
    expect(text).toContain('| [queue.snooze](#queuesnooze) | `queue snooze` | work_items · snooze | write |');
    expect(text.slice(text.indexOf('### queue.snooze'), text.indexOf('\n## The command line'))).toBe(`### queue.snooze

Hides a work item for a while.

\`\`\`sh
stateroom queue snooze <id> [--until <text>] [--days <number>]
\`\`\`

- MCP: tool \`work_items\`, action \`snooze\`
- VS Code: \`stateroom.queue.snooze\`, “Snooze Work Item”
- Effect: write
- For: human, agent

| field | command line | type | meaning |
|---|---|---|---|
| \`id\` | \`<id>\` | text | Required. W-12. |
| \`until\` | \`--until <text>\` | text | ISO 8601 \\| +2h. Not with \`days\`. |
| \`days\` | \`--days <number>\` | number | Not with \`until\`. |

Answers \`until\`.

\`\`\`sh
stateroom queue snooze W-12 --days 2
\`\`\`
`);
  });

  it('does not offer to agents what is a person’s to do', () => {
    const text = operationsDocument([{ ...snooze, roles: ['human'] }]);
    expect(text).toContain('| [queue.snooze](#queuesnooze) | `queue snooze` |  | write |');
    expect(text).toContain('- MCP: not offered to agents\n');
  });

  it('is committed as it would be generated now', () => {
    const committed = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
    expect(committed).toBe(operationsDocument(catalogue));
  });

  it('names every operation of the catalogue', () => {
    const text = operationsDocument(catalogue);
    for (const { name } of catalogue) expect(text).toContain(`### ${name}\n`);
  });
});
