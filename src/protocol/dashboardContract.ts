import * as z from 'zod/mini';
import { dashboardGates, dashboardStateSchema } from './dashboardState.js';
import type { DashboardTexts } from './dashboardText.js';
import { dashboardFilterSchema, dashboardNumberSchema } from './dashboardTrend.js';
import { pageEvents } from './pageEvents.js';
import type { Contract } from './rpc.js';

const revision = z.int().check(z.nonnegative());
const nothing = z.strictObject({});
const snapshotSchema = z.strictObject({ revision, state: dashboardStateSchema });
const refOf = (letters: string) => z.string().check(z.regex(new RegExp(`^[${letters}]-[1-9]\\d{0,14}$`)));
const ref = refOf('W');
const name = z.string().check(z.minLength(1), z.maxLength(200));

/** Sections of the queue. */
const section = z.enum(['needs_you', 'ready', 'in_flight', 'blocked', 'scheduled', 'done']);

/** Maximum size of a drawing that is to be saved, in characters. */
const savedRepository = 8_000_000;

/** All that the page may ask the editor to do: reveal a thing, or run the palette command of the same name. */
export const dashboardActSchema = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('reveal'), ref }),
  /** Shows the page of a record: of a finding, lane, investigation, task or work item. */
  z.strictObject({ act: z.literal('open'), ref: refOf('FLRTW') }),
  /** Presses a button of a row. */
  z.strictObject({ act: z.literal('row'), id: z.string().check(z.minLength(1), z.maxLength(500)) }),
  z.strictObject({ act: z.literal('revealLane'), ref: refOf('L') }),
  /** Shows the reasons of a gate. */
  z.strictObject({ act: z.literal('showGate'), ref: refOf('T'), gate: z.enum(dashboardGates) }),
  z.strictObject({ act: z.literal('add') }),
  z.strictObject({ act: z.literal('claimNext') }),
  z.strictObject({ act: z.literal('showTasks') }),
  z.strictObject({ act: z.literal('connectAgent') }),
  z.strictObject({ act: z.literal('checkStore') }),
  z.strictObject({ act: z.literal('showLog') }),
  z.strictObject({ act: z.literal('showSection'), section }),
  /** Opens what a number of a chart counts. */
  z.strictObject({ act: z.literal('list'), number: dashboardNumberSchema }),
]);
export type DashboardAct = z.infer<typeof dashboardActSchema>;

/** What the extension host offers to the page. */
export const dashboardHostContract = {
  requests: {
    /** The page is up: it gets its texts and the state, of which the charts may not be counted yet, and from then on each next one. */
    ready: {
      params: z.strictObject({
        /** Minutes east of Greenwich where the person sits: where their days begin. */
        utcOffsetMinutes: z.int().check(z.gte(-24 * 60), z.lte(24 * 60)),
        /** What the page was narrowed to before it was reloaded. */
        filter: dashboardFilterSchema,
      }),
      result: z.strictObject({
        locale: z.string(),
        texts: z.record(z.string(), z.string()) as unknown as z.ZodMiniType<DashboardTexts>,
        snapshot: snapshotSchema,
      }),
    },
    /** The page has drawn a state whose charts are not counted: it gets one in which they are. */
    charts: { params: nothing, result: snapshotSchema },
    act: { params: dashboardActSchema, result: nothing },
    /** Narrows the charts. */
    filter: { params: dashboardFilterSchema, result: snapshotSchema },
    /** Keeps a drawing or its numbers in a file that the person chooses; `saved` is false where they chose none. */
    save: {
      params: z.strictObject({
        name,
        format: z.enum(['svg', 'png', 'csv']),
        /** Text; of a PNG its bytes in base64. */
        content: z.string().check(z.maxLength(savedRepository)),
      }),
      result: z.strictObject({ saved: z.boolean() }),
    },
  },
  events: pageEvents,
} as const satisfies Contract;

/** What the page offers to the extension host. */
export const dashboardPageContract = {
  requests: {},
  events: {
    /** What the page shows from now on. */
    state: snapshotSchema,
  },
} as const satisfies Contract;

export type DashboardHostContract = typeof dashboardHostContract;
export type DashboardPageContract = typeof dashboardPageContract;
export type DashboardSnapshot = z.infer<typeof snapshotSchema>;
