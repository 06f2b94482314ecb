import * as z from 'zod';
import { readReplies, replyLimits, type StoredReply } from '../../domain/finding/findingReply.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refuse } from '../../domain/refusal/refusal.js';
import { keySchema } from '../../domain/workItem/workItem.js';
import { message } from '../../messages/message.js';
import { changeFinding, findFinding, presentOneFinding } from '../../records/finding/findingAccess.js';
import { findingField, findingOutput } from '../../records/finding/findingFields.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';

const eventLength = 200;

export const findingReply = defineOperation({
  name: 'finding.reply',
  order: 60,
  title: 'Reply to Finding',
  menuTitle: 'Reply',
  asks: true,
  summary: 'Adds a reply to a finding without changing its status.',
  input: z.strictObject({
    id: findingField,
    text: wordsField(replyLimits.text).describe('Your reply'),
    key: keySchema.optional().describe('Idempotency key; using it again adds nothing'),
  }),
  output: findingOutput,
  effect: 'write',
  idempotency: 'key',
  mcp: { tool: 'review_findings', action: 'reply', brief: '', rare: ['key'] },
  cli: { positionals: ['id'], examples: ['finding reply F-12 --text "The caller checks it already, in src/app.ts"'] },
  about: 'finding',
  icon: 'reply',
  palette: 'finding',
  run: (context, { id, text, key = null }) =>
    context.store.transaction(async transaction => {
      const { actor, clock } = context;
      const row = await findFinding(context, transaction, id);
      const replies = readReplies(row.replies);
      if (key !== null && replies.some(reply => reply.key === key)) {
        return { finding: await presentOneFinding(transaction, row) };
      }
      if (replies.length >= replyLimits.replies) {
        const finding = formatRef('finding', row.number);
        return refuse('conflict', message('findings.tooManyReplies', { finding, max: replyLimits.replies }), {
          hint: 'findings.tooManyRepliesHint',
        });
      }
      const now = clock.now();
      const reply: StoredReply = { key, actor: actor.name, role: actor.role, text, at: now };
      const shown = text.length > eventLength ? `${text.slice(0, eventLength - 1)}…` : text;
      const changed = await changeFinding(
        { transaction, actor, now },
        row,
        { replies: JSON.stringify([...replies, reply]) },
        'finding_replied',
        { text: shown },
      );
      return { finding: await presentOneFinding(transaction, changed) };
    }),
});
