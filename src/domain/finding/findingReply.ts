import * as z from 'zod';
import { type Role, roles } from '../actor/actor.js';
import { Column, jsonText } from '../record/column.js';

/** Characters of one reply, and replies to one finding. */
export const replyLimits = { text: 4000, replies: 50 } as const;

/** What somebody said to a finding. */
interface Reply {
  /** The caller's own id: sent twice, it is recorded once. */
  readonly key: string | null;
  readonly actor: string;
  readonly role: Role;
  readonly text: string;
}

/** As the row of a finding holds it. */
export interface StoredReply extends Reply {
  /** ms UTC. */
  readonly at: number;
}

/** As surfaces show it; `at` is ISO 8601. */
interface FindingReply extends Reply {
  readonly at: string;
}

const shape = () => ({
  key: z.string().nullable(),
  actor: z.string().max(300),
  role: z.enum(roles),
  text: z.string(),
});

/** The replies to a finding, oldest first: JSON, null for none. */
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

/** The replies that a row holds, oldest first. */
export function readReplies(value: string | null): readonly StoredReply[] {
  return value === null ? [] : (JSON.parse(value) as StoredReply[]);
}
