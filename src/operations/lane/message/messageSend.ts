import * as z from 'zod';
import { formatRef } from '../../../domain/identifier/identifier.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { type MessageContent, messageLimits, messageSchema } from '../../../domain/message/message.js';
import { anyPerson, type MessageKind, type MessageRow } from '../../../domain/message/messageRow.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { message } from '../../../messages/message.js';
import { redact } from '../../../platform/redact.js';
import { letGoOn, replyIds, replyToAgent } from '../../../records/agentSession/wakeForAnswer.js';
import type { Context } from '../../../records/context.js';
import { findLane } from '../../../records/lane/laneAccess.js';
import { laneField } from '../../../records/lane/laneFields.js';
import {
  findMessage,
  type MessagesRead,
  readSurroundings,
  showMessages,
} from '../../../records/message/messageAccess.js';
import { type ContentColumns, keepContent, withoutSecrets } from '../../../records/message/messageContent.js';
import { kindField, messageField, nameField } from '../../../records/message/messageFields.js';
import { writeMessage } from '../../../records/message/writeMessage.js';
import { wordsField } from '../../../records/textFields.js';
import type { Transaction } from '../../../store/store.js';
import { defineOperation } from '../../operation.js';
import { type Correspondent, correspondentOf, recipientNamed } from './correspondent.js';

const entries = z.array(wordsField(messageLimits.entry)).max(messageLimits.entries).optional();

const sendInput = z.strictObject({
  text: wordsField(messageLimits.bytes).optional().describe('The message'),
  body: wordsField(messageLimits.bytes).optional().describe('The message from a file, if it is long'),
  to: nameField
    .optional()
    .describe('A lane, an actor, person or all; default: person for a question, the asker for an answer'),
  kind: kindField.optional().describe('Default: note; answer with replyTo, brief with reason'),
  subject: wordsField(messageLimits.subject).optional().describe('Default: the first line of the text'),
  lane: laneField.optional().describe('The lane it is about; default: the sending lane'),
  reason: wordsField(messageLimits.reason).optional().describe('For a brief: why it should be done'),
  actions: entries.describe('For a brief: what to do'),
  artifacts: entries.describe('For a brief: paths, commits and refs to look at'),
  data: z
    .record(z.string(), z.json(), 'the data is not a JSON object')
    .optional()
    .describe('Data for programs, as a JSON object'),
  replyTo: messageField.optional().describe('The message it answers: M-7'),
  dispatchId: wordsField(messageLimits.name)
    .optional()
    .describe('Idempotency key; sending it again returns the original message'),
});
type SendInput = z.output<typeof sendInput>;

export const messageSend = defineOperation({
  name: 'message.send',
  order: 10,
  title: 'Send Message',
  asks: true,
  summary: 'Sends a message to a lane, an actor, any person or everyone; it is shown until acknowledged.',
  input: sendInput,
  output: z.object({
    message: messageSchema,
    /** False if it was sent before under the same dispatch id. */
    sent: z.boolean(),
  }),
  effect: 'write',
  idempotency: 'dispatchId',
  mcp: {
    tool: 'lane_communication',
    action: 'send',
    brief: 'kind note, answer: replyTo, brief: reason, or question: goes to a person unless to names an agent',
    rare: ['replyTo', 'reason', 'actions', 'lane', 'body', 'subject', 'artifacts', 'data', 'dispatchId'],
  },
  cli: {
    positionals: ['text'],
    flags: { body: 'file' },
    files: ['body'],
    exclusive: [['text', 'body']],
    examples: [
      'message send "The session now has an id" --to login',
      'message send "May I change the schema?" --kind question',
      'message send "Yes, with a migration" --reply-to M-7',
      'message send --to limits --reason "Logins are tried too often" --actions "Limit them by address" --file plan.md',
    ],
  },
  icon: 'comment',
  palette: 'lanes',
  async run(context, input) {
    const { store, ids, clock } = context;
    const sender = await correspondentOf(context);
    const plan = await store.read(transaction => planMessage(transaction, sender, input));
    if ('existing' in plan) return { message: await showOne(context, plan.existing), sent: false };
    const id = ids.ulid(clock.now());
    const columns = await keepContent(context, id, plan.content);
    const replies = replyIds(context);
    const outcome = await store.transaction(async transaction => {
      // Checked again: another process may have sent it, and a lane may have ended since.
      const now = await planMessage(transaction, sender, input);
      if ('existing' in now) return now;
      const written = await write(context, transaction, sender, { ...now, id, columns });
      return { written, goesOn: await replyToLane(context, transaction, now, replies) };
    });
    if ('goesOn' in outcome) await letGoOn(context, outcome.goesOn);
    return 'existing' in outcome
      ? { message: await showOne(context, outcome.existing), sent: false }
      : { message: await showOne(context, outcome.written), sent: true };
  },
});

interface MessagePlan {
  readonly recipient: string;
  readonly kind: MessageKind;
  readonly subject: string;
  readonly lane: LaneRow | undefined;
  readonly content: MessageContent;
  readonly answered: MessageRow | undefined;
  readonly dispatchId: string | null;
}

async function planMessage(
  transaction: Transaction,
  sender: Correspondent,
  input: SendInput,
): Promise<MessagePlan | { readonly existing: MessagesRead }> {
  const existing = await sentBefore(transaction, sender, input.dispatchId);
  if (existing !== undefined) return { existing: await readSurroundings(transaction, [existing]) };
  const answered = input.replyTo === undefined ? undefined : await findMessage(transaction, input.replyTo);
  const kind = kindOf(input);
  const about = input.lane ?? sender.laneId ?? answered?.lane_id ?? undefined;
  const lane = about === undefined ? undefined : await findLane(transaction, about);
  const to = input.to ?? (kind === 'question' ? anyPerson : answered?.sender);
  if (to === undefined)
    throw refusalError('invalid_input', 'messages.noRecipient', { hint: 'messages.noRecipientHint' });
  const content = contentOf(input, kind, lane);
  return {
    recipient: await recipientNamed(transaction, to),
    kind,
    subject: subjectOf(input, content),
    lane,
    content,
    answered,
    dispatchId: input.dispatchId ?? null,
  };
}

async function sentBefore(
  transaction: Transaction,
  { name }: Correspondent,
  dispatchId: string | undefined,
): Promise<MessageRow | undefined> {
  const row = dispatchId === undefined ? undefined : await transaction.messages.dispatched(dispatchId);
  if (row === undefined || row.sender === name) return row;
  throw refusalError(
    'conflict',
    message('messages.dispatchIdTaken', { sender: row.sender, message: formatRef('message', row.number) }),
    { hint: 'messages.dispatchIdTakenHint' },
  );
}

function kindOf({ kind, replyTo, reason }: SendInput): MessageKind {
  return kind ?? (replyTo !== undefined ? 'answer' : reason !== undefined ? 'brief' : 'note');
}

function contentOf(input: SendInput, kind: MessageKind, lane: LaneRow | undefined): MessageContent {
  const { text, body, data, reason, actions = [], artifacts = [] } = input;
  if (kind === 'brief' && reason === undefined) {
    throw refusalError('invalid_input', 'messages.noReason', { hint: 'messages.noReasonHint' });
  }
  if (kind !== 'brief' && (reason !== undefined || actions.length + artifacts.length > 0)) {
    throw refusalError('invalid_input', message('messages.notABrief', { kind }), { hint: 'messages.notABriefHint' });
  }
  if (kind === 'answer' && input.replyTo === undefined) {
    throw refusalError('invalid_input', 'messages.noReplyTo', { hint: 'messages.noReplyToHint' });
  }
  const words = text ?? body ?? null;
  if (words === null && reason === undefined && input.subject === undefined && data === undefined) {
    throw refusalError('invalid_input', 'messages.empty', { hint: 'messages.emptyHint' });
  }
  return withoutSecrets({
    text: words,
    data: data ?? null,
    brief:
      reason === undefined
        ? null
        : { sourceLane: lane?.name ?? null, reason, requiredActions: [...actions], artifacts: [...artifacts] },
  });
}

function subjectOf({ subject }: SendInput, { text, brief }: MessageContent): string {
  if (subject !== undefined) return redact(subject);
  const [line = ''] = (brief?.reason ?? text ?? 'Data').split('\n');
  const characters = [...line.trim()];
  return characters.length > 100 ? `${characters.slice(0, 99).join('')}…` : characters.join('');
}

async function write(
  context: Context,
  transaction: Transaction,
  { name }: Correspondent,
  plan: MessagePlan & { readonly id: string; readonly columns: ContentColumns },
): Promise<MessagesRead> {
  const { id, kind, answered } = plan;
  await writeMessage(context, transaction, { ...plan, sender: name });
  const closes = answered !== undefined && kind === 'answer' && mayClose(context, answered);
  if (closes) await transaction.messages.change(answered, { status: 'closed' });
  return readSurroundings(transaction, await transaction.messages.ofIds([id]));
}

/** Lets an agent that Stateroom started, and whose session ended with this question, go on; returns its new session. */
async function replyToLane(
  context: Context,
  transaction: Transaction,
  { answered, kind, content }: MessagePlan,
  replies: ReturnType<typeof replyIds>,
): Promise<string | undefined> {
  if (kind !== 'answer' || answered === undefined || answered.lane_id === null) return undefined;
  if (answered.recipient !== anyPerson || !mayClose(context, answered)) return undefined;
  const [lane] = await transaction.lanes.ofIds([answered.lane_id]);
  const [last] = lane === undefined ? [] : await transaction.agentSessions.ofLane(lane.id, 1);
  if (lane === undefined || last === undefined || ![lane.name, last.actor].includes(answered.sender)) return undefined;
  // One that runs reads its messages itself.
  if (last.ended_at === null) return undefined;
  const text = `You asked: ${answered.subject}\nThe answer is: ${content.text ?? ''}`;
  const act = { transaction, actor: context.actor, now: context.clock.now() };
  return replyToAgent(act, lane, { ...replies, kind: 'answer', text });
}

/** A question to a person stays open until a person answers. */
function mayClose({ actor }: Context, { kind, status, recipient }: MessageRow): boolean {
  return kind === 'question' && status !== 'closed' && (recipient !== anyPerson || actor.role === 'human');
}

async function showOne(context: Context, read: MessagesRead) {
  const [message] = await showMessages(context, read);
  if (message === undefined) throw new Error('The sent message was not found.');
  return message;
}
