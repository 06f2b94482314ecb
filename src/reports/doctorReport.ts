import * as z from 'zod';

export const doctorFacets = ['environment', 'store', 'git', 'settings', 'hooks', 'lanes', 'mcp', 'editor'] as const;

/** `warn`: works, with something missing. `broken`: does not work. */
export const doctorStates = ['ok', 'warn', 'broken'] as const;

export const doctorReportSchema = z.object({
  ok: z.boolean(),
  facets: z.array(
    z.object({
      facet: z.enum(doctorFacets),
      state: z.enum(doctorStates),
      /** Checks that are not ok, or all of them; `next` is a command or a sentence. */
      checks: z.array(z.object({ state: z.enum(doctorStates), text: z.string(), next: z.string().nullable() })),
    }),
  ),
});
export type DoctorReport = z.output<typeof doctorReportSchema>;
