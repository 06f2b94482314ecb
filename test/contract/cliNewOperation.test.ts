import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { roles } from '../../src/domain/actor/actor.js';
import { refuse } from '../../src/domain/refusal/refusal.js';
import { workItemSchema } from '../../src/domain/workItem/workItem.js';
import { operationsDocument } from '../../src/manifest/operationsDocument.js';
import { verbatim } from '../../src/messages/message.js';
import { catalogue } from '../../src/operations/catalogue.js';
import { defineOperation } from '../../src/operations/operation.js';
import { queueShow } from '../../src/operations/queue/queueShow.js';
import { runInMemory } from '../support/memoryHost.js';
import { makeRepository } from './cliRig.js';

/** What a contributor would write: one file, one line in the catalogue. */
const berthOpen = defineOperation({
  name: 'berth.open',
  order: 10,
  title: 'Open Berth',
  summary: 'Opens a berth for a work item.',
  input: z.strictObject({
    id: z.string().min(1).describe('W-12'),
    port: z.int().min(1024).optional().describe('Fixed port'),
    mood: z.enum(['calm', 'hasty']).optional(),
    files: z.array(z.string()).optional(),
    force: z.boolean().optional(),
  }),
  output: z.object({ item: workItemSchema, port: z.int(), mood: z.string().nullable(), files: z.array(z.string()) }),
  effect: 'read',
  roles,
  mcp: { tool: 'berths', action: 'open' },
  cli: { positionals: ['id'], examples: ['berth open W-1 --port 4000'], exclusive: [['port', 'force']] },
  palette: 'items',
  async run(context, input) {
    const shown = await queueShow.run(context, { id: input.id });
    if ('refused' in shown) return shown;
    if (input.port === 6666)
      return refuse('conflict', verbatim('Port 6666 is taken.'), { hint: verbatim('Take another.') });
    return { item: shown.item, port: input.port ?? 3000, mood: input.mood ?? null, files: input.files ?? [] };
  },
});
const operations = [...catalogue, berthOpen];

describe('an operation that is added to the catalogue', () => {
  it('is a command with flags, checks, JSON, help and completion, without a line in the program', async () => {
    const directory = makeRepository();
    const say = (...args: string[]) => runInMemory(args, { directory, operations });
    await say('queue', 'add', 'T');

    const opened = await say('berth', 'open', 'W-1', '--port=4000', '--mood', 'calm', '--files', 'a,b', '--json');
    expect(opened).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(opened.stdout)).toMatchObject({
      ok: true,
      data: { item: { ref: 'W-1' }, port: 4000, mood: 'calm', files: ['a', 'b'] },
    });
    expect((await say('berth', 'open', 'W-1')).stdout).toBe('item   W-1 T\nport   3000\n');

    const refusals: readonly (readonly [readonly string[], number, string])[] = [
      [['berth', 'open'], 2, 'stateroom berth open needs <id>.'],
      [['berth', 'opn', 'W-1'], 2, 'Unknown command: stateroom berth opn.'],
      [['berth', 'open', 'W-1', '--port', '80'], 2, 'Invalid input: port: it must be 1024 or more.'],
      [['berth', 'open', 'W-1', '--port', '80', '--force'], 2, '--port and --force cannot be combined.'],
      [['berth', 'open', 'W-1', '--mood', 'angry'], 2, '--mood must be one of calm, hasty (got “angry”).'],
      [['berth', 'open', 'W-1', '--port', '6666'], 1, 'Port 6666 is taken.'],
      [['berth', 'open', 'W-9'], 1, 'Work item W-9 not found.'],
    ];
    for (const [args, code, message] of refusals) {
      const refused = await say(...args);
      expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([code, `stateroom: ${message}`]);
    }

    expect((await say('--help')).stdout).toMatch(/^ {2}berth +open$/m);
    expect((await say('berth', '--help')).stdout).toMatch(/^ {2}open {2}Opens a berth for a work item\.$/m);
    const help = (await say('berth', 'open', '--help')).stdout;
    expect(help).toContain('Usage  stateroom berth open <id> [flags]\n');
    expect(help).toMatch(/^ {2}--port <number> +Fixed port$/m);
    expect(help).toMatch(/^ {2}stateroom berth open W-1 --port 4000$/m);
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = (await say('completion', shell)).stdout;
      expect(script).toContain('berth open');
      expect(script).toContain('calm hasty');
    }
  });

  it('stands in the document of operations', () => {
    const text = operationsDocument(operations);
    expect(text).toContain('| berth.open | Opens a berth for a work item. | `berth open` | `berths open` | read |');
  });
});
