import * as z from 'zod';

const time = z.iso.datetime();

/** What a number of the trends counts, one by one; the latest first. */
export const trendRowsSchema = z.object({
  /** The number. */
  total: z.int().nonnegative(),
  rows: z.array(
    z.object({
      /** `W-12`, `F-3`, `L-2`; null for an event about nothing that has one. */
      ref: z.string().nullable(),
      title: z.string().nullable(),
      at: time,
      /** Who did it; of something open, who holds it or found it. */
      actor: z.string().nullable(),
      /** Type of the event; null for something that is open. */
      type: z.string().nullable(),
      /** How long a review took. */
      minutes: z.int().nonnegative().nullable(),
    }),
  ),
});
export type TrendRows = z.infer<typeof trendRowsSchema>;
