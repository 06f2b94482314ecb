import * as z from 'zod';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { message } from '../../../messages/message.js';
import { lastSession, workField } from '../../../records/agentSession/sessionView.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { defineOperation } from '../../operation.js';

const partBytes = { usual: 64 * 1024, max: 1024 * 1024 } as const;

/** One update of an agent, or of the process that runs it; texts are the agent's, cut and without secrets. */
const transcriptEntrySchema = z.object({ at: z.iso.datetime().optional(), kind: z.string() }).catchall(z.unknown());

export const agentTranscript = defineOperation({
  name: 'agent.transcript',
  order: 60,
  title: 'Show Transcript',
  summary: 'Shows the updates of the agent of a work item: messages, tool calls, plan, permissions, usage.',
  input: z.strictObject({
    id: workField,
    session: z.string().max(26).optional().describe('ULID of an earlier session; default: the latest'),
    after: z.int().min(0).optional().describe('Byte of the transcript to go on from; default: its end'),
    bytes: z.int().min(1000).max(partBytes.max).optional().describe(`Maximum size; ${partBytes.usual} by default`),
  }),
  output: z.object({
    session: z.string(),
    state: z.string(),
    entries: z.array(transcriptEntrySchema),
    /** Give it as `after` for what follows. */
    end: z.int(),
    isLast: z.boolean(),
  }),
  effect: 'read',
  // Texts of one agent are no instructions for another.
  mcp: null,
  cli: { path: ['transcript'], positionals: ['id'], examples: ['transcript W-12', 'transcript W-12 --after 0'] },
  about: 'workItem',
  palette: false,
  async run(context, { id, session: wanted, after, bytes = partBytes.usual }) {
    const ports = requireLanes(context);
    const session = await context.store.read(async transaction => {
      const { lane, session: last } = await lastSession(transaction, id);
      if (wanted === undefined) return last;
      const all = await transaction.agentSessions.ofLane(lane.id);
      const found = all.find(one => one.id === wanted);
      if (found === undefined) throw refusalError('not_found', message('sessions.noTranscript'));
      return found;
    });
    const part = await ports.sessions.read(session.id, bytes, after);
    const shown = { session: session.id, state: session.state };
    if (part === undefined) return { ...shown, entries: [], end: 0, isLast: true };
    return { ...shown, entries: part.lines.flatMap(readEntry), end: part.end, isLast: part.isLast };
  },
});

function readEntry(line: string): z.output<typeof transcriptEntrySchema>[] {
  try {
    const parsed = transcriptEntrySchema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}
