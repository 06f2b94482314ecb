import * as z from 'zod';
import { threadProblems } from '../../domain/thread/threadProblem.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { findBrokenThreads } from '../../records/thread/repairThreads.js';
import { defineOperation } from '../operation.js';

export const storeRepair = defineOperation({
  name: 'store.repair',
  order: 60,
  title: 'Repair Threads',
  asks: true,
  summary:
    'Lists work items that do not match their tasks and lanes, as in stores of older versions; repairs them with --yes.',
  input: z.strictObject({
    threads: z.boolean().optional().describe('Compare work items with their tasks and lanes; the only repair so far'),
    yes: z.boolean().optional().describe('Repair what was listed; without it nothing is changed'),
  }),
  output: z.object({
    threads: z.array(
      z.object({
        ref: z.string(),
        problem: z.enum([...threadProblems, 'noItem']),
        text: sentenceSchema,
        /** `left`: a person decides on it. */
        outcome: z.enum(['found', 'repaired', 'left']),
      }),
    ),
  }),
  effect: 'write',
  onlyReads: ({ yes }) => yes !== true,
  roles: ['human'],
  mcp: null,
  cli: { examples: ['store repair --threads', 'store repair --threads --yes'] },
  palette: 'store',
  exitCode: ({ threads }) => (threads.some(({ outcome }) => outcome !== 'repaired') ? 1 : 0),
  async run(context, { yes }) {
    const { actor, clock, store } = context;
    if (yes !== true) {
      const found = await store.read(transaction => findBrokenThreads(transaction, clock.now()));
      return {
        threads: found.map(({ ref, problem, text, repair }) => ({
          ref,
          problem,
          text,
          outcome: repair === undefined ? ('left' as const) : ('found' as const),
        })),
      };
    }
    return store.transaction(async transaction => {
      const act = { transaction, actor, now: clock.now() };
      const threads = [];
      for (const { ref, problem, text, repair } of await findBrokenThreads(transaction, act.now)) {
        await repair?.(context, act);
        threads.push({ ref, problem, text, outcome: repair === undefined ? ('left' as const) : ('repaired' as const) });
      }
      return { threads };
    });
  },
});
