import * as z from 'zod';
import { type Role, roles } from '../actor/actor.js';
import { Column, jsonText } from '../record/column.js';

export const replyLimits = { text: 4000, replies: 50 } as const;

interface Reply {
  readonly key: string | null;
  readonly actor: string;
  readonly role: Role;
  readonly text: string;
}

export interface StoredReply extends Reply {
  /** ms UTC. */
  readonly at: number;
}

interface FindingReply extends Reply {
  readonly at: string;
}

const shape = () => ({
  key: z.string().nullable(),
  actor: z.string().max(300),
  role: z.enum(roles),
  text: z.string(),
});

/** Replies as JSON, oldest first; null for none. */
export const replies = new Column<string | null, FindingReply[], undefined>(
  {
    stored: () => {
      const time = z.int().min(0).max(253_402_300_799_999);
      const reply = z.strictObject({ ...shape(), at: time });
      return jsonText(z.array(reply).max(replyLimits.replies), 2_000_000).nullable();
    },
    shown: () => z.array(z.object({ ...shape(), at: z.iso.datetime() })),
    show: value => readReplies(value).map(reply => ({ ...reply, at: new Date(reply.at).toISOString() })),
  },
  undefined,
);

export function readReplies(value: string | null): readonly StoredReply[] {
  return value === null ? [] : (JSON.parse(value) as StoredReply[]);
}
