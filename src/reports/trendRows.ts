import * as z from 'zod';

const time = z.iso.datetime();

/** Records behind a number of the trends, latest first. */
export const trendRowsSchema = z.object({
  total: z.int().nonnegative(),
  rows: z.array(
    z.object({
      /** Null for an event about no such record. */
      ref: z.string().nullable(),
      title: z.string().nullable(),
      at: time,
      /** Actor of the event; for an open record, its holder or finder. */
      actor: z.string().nullable(),
      /** Type of the event; null for an open record. */
      type: z.string().nullable(),
      minutes: z.int().nonnegative().nullable(),
    }),
  ),
});
export type TrendRows = z.infer<typeof trendRowsSchema>;
