import * as z from 'zod/mini';
import { dashboardGates, dashboardStateSchema } from './dashboardState.js';
import type { DashboardTexts } from './dashboardText.js';
import { dashboardFilterSchema, dashboardNumberSchema } from './dashboardTrend.js';
import { pageEvents } from './pageEvents.js';
import type { Contract } from './rpc.js';
import { workGraphSchema } from './workGraph.js';

const revision = z.int().check(z.nonnegative());
const nothing = z.strictObject({});
const snapshotSchema = z.strictObject({ revision, state: dashboardStateSchema });
const refOf = (letters: string) => z.string().check(z.regex(new RegExp(`^[${letters}]-[1-9]\\d{0,14}$`)));
const name = z.string().check(z.minLength(1), z.maxLength(200));

const section = z.enum(['needs_you', 'ready', 'in_flight', 'blocked', 'scheduled', 'done']);

/** Max size of a saved drawing, in characters. */
const savedRepository = 8_000_000;

/** Actions that the page may request: show a record, or run the palette command of the same name. */
export const dashboardActSchema = z.discriminatedUnion('act', [
  /** Shows the page of a finding, lane, investigation, task or work item. */
  z.strictObject({ act: z.literal('open'), ref: refOf('FLRTW') }),
  z.strictObject({ act: z.literal('row'), id: z.string().check(z.minLength(1), z.maxLength(500)) }),
  z.strictObject({ act: z.literal('showGate'), ref: refOf('T'), gate: z.enum(dashboardGates) }),
  z.strictObject({ act: z.literal('add') }),
  z.strictObject({ act: z.literal('claimNext') }),
  z.strictObject({ act: z.literal('nextNeed') }),
  z.strictObject({ act: z.literal('connectAgent') }),
  z.strictObject({ act: z.literal('startControl') }),
  z.strictObject({ act: z.literal('stopControl') }),
  /** Marks the report of control as read. */
  z.strictObject({ act: z.literal('readControl') }),
  z.strictObject({ act: z.literal('checkStore') }),
  z.strictObject({ act: z.literal('showLog') }),
  z.strictObject({ act: z.literal('showSection'), section }),
  /** Opens the records that a number of a chart counts. */
  z.strictObject({ act: z.literal('list'), number: dashboardNumberSchema }),
]);
export type DashboardAct = z.infer<typeof dashboardActSchema>;

export const dashboardHostContract = {
  requests: {
    /** Sent once the page has loaded. The state may have uncounted charts; `state` events follow. */
    ready: {
      params: z.strictObject({
        /** The person's offset from UTC in minutes, positive in the east; it decides where days begin. */
        utcOffsetMinutes: z.int().check(z.gte(-24 * 60), z.lte(24 * 60)),
        /** Filter of the page before a reload. */
        filter: dashboardFilterSchema,
      }),
      result: z.strictObject({
        locale: z.string(),
        texts: z.record(z.string(), z.string()) as unknown as z.ZodMiniType<DashboardTexts>,
        snapshot: snapshotSchema,
      }),
    },
    /** Sent after drawing a state with uncounted charts; returns one with counted charts. */
    charts: { params: nothing, result: snapshotSchema },
    /** Lays out the dependencies of open work; sent while the page shows them, after each state. */
    graph: { params: nothing, result: workGraphSchema },
    act: { params: dashboardActSchema, result: nothing },
    filter: { params: dashboardFilterSchema, result: snapshotSchema },
    /** Saves a drawing or its numbers to a file that the person chooses; `saved` is false if they chose none. */
    save: {
      params: z.strictObject({
        name,
        format: z.enum(['svg', 'png', 'csv']),
        /** Text; for a PNG, its bytes in base64. */
        content: z.string().check(z.maxLength(savedRepository)),
      }),
      result: z.strictObject({ saved: z.boolean() }),
    },
  },
  events: pageEvents,
} as const satisfies Contract;

export const dashboardPageContract = {
  requests: {},
  events: {
    state: snapshotSchema,
  },
} as const satisfies Contract;

export type DashboardHostContract = typeof dashboardHostContract;
export type DashboardPageContract = typeof dashboardPageContract;
export type DashboardSnapshot = z.infer<typeof snapshotSchema>;
