import * as z from 'zod';
import { eventSchema } from '../domain/event/event.js';
import { needSchema } from '../domain/lane/need.js';
import { inProgressSchema } from '../domain/thread/inProgress.js';
import { workItemSchema } from '../domain/workItem/workItem.js';
import { workItemStatuses } from '../domain/workItem/workItemStatus.js';
import { dashboardReportSchema } from './dashboardReport.js';

/** From left to right. */
export const boardColumns = ['ready', 'working', 'review', 'done'] as const;
export type BoardColumn = (typeof boardColumns)[number];

export const checkBases = ['current', 'earlier', 'said'] as const;

export const boardGroupings = ['label', 'agent', 'parent'] as const;
export type BoardGrouping = (typeof boardGroupings)[number];

const count = z.int().nonnegative();
const ref = z.string();
const time = z.iso.datetime();

const cardSchema = z.object({
  /** Ref of the work item, else of its lane or task, else of the record that needs a person. */
  ref,
  title: z.string(),
  item: ref.nullable(),
  task: ref.nullable(),
  /** The lane opened last. */
  lane: ref.nullable(),
  laneName: z.string().nullable(),
  kind: z.string().nullable(),
  labels: z.array(z.string()),
  priority: z.int().nullable(),
  parent: ref.nullable(),
  assignee: z.string().nullable(),
  /** State of work in progress; null for other cards. */
  state: inProgressSchema.shape.state.nullable(),
  status: z.enum(workItemStatuses).nullable(),
  who: z.string().nullable(),
  role: inProgressSchema.shape.role,
  /** Start of the state; of ended items, their end. */
  since: time.nullable(),
  leaseUntil: time.nullable(),
  /** Choices of its open question. */
  choices: z.array(z.string()),
  /** Everything that needs a person, first what blocks most. */
  needs: z.array(needSchema),
  /** Reason why a waiting item is not ready: a time, or items that are not done. */
  waits: z.object({ until: time.nullable(), on: workItemSchema.shape.blockedBy }).nullable(),
  /** Latest event of work in progress. */
  last: eventSchema.nullable(),
  /**
   * Last run of each command on the lane's branch, newest first: `current`: by Stateroom or CI, of the branch's last commit; `earlier`: by
   * them, of other content; `said`: recorded by its actor alone.
   */
  checks: z.array(z.object({ command: z.string(), passed: z.boolean(), basis: z.enum(checkBases) })),
});
export type BoardCard = z.infer<typeof cardSchema>;

/** `total` is the full count of a list that is cut. */
const listSchema = z.object({ total: count, cards: z.array(cardSchema) });

export const boardReportSchema = z.object({
  at: time,
  /** Grouping of the cards of a column; null for in order. */
  by: z.enum(boardGroupings).nullable(),
  /** Next change by time alone. */
  nextChangeAt: time,
  /** Work items by section of the queue; `needs_you` and `in_flight` are counted over queue, tasks and lanes. */
  counts: dashboardReportSchema.shape.counts,
  columns: z.object({
    /** In the order of `next`. */
    ready: listSchema,
    working: listSchema,
    review: listSchema,
    /** Items that ended today, latest first. */
    done: listSchema,
  }),
  /** Blocked and scheduled items. */
  waiting: listSchema,
  /** Titles of the cards' parents by their refs. */
  parents: z.record(ref, z.string()),
  /** Branches without a lane or an active task, of agents that Stateroom did not start and made by hand; `worktreePath` is null for one at the remote. */
  elsewhere: z.array(
    z.object({ branch: z.string(), worktreePath: z.string().nullable(), maker: z.string().nullable() }),
  ),
});
export type BoardReport = z.infer<typeof boardReportSchema>;
