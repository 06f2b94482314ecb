import * as z from 'zod';
import { readConfig } from '../../records/repositoryConfig.js';
import { retroPeriod } from '../../records/retro/retroPeriod.js';
import { retroPlace, writeRetro } from '../../records/retro/writeRetro.js';
import { buildRetro } from '../../reports/buildRetro.js';
import { retroPage } from '../../reports/retroPage.js';
import { retroReportSchema } from '../../reports/retroReport.js';
import { defineOperation } from '../operation.js';

const notWritten = { page: null, plots: [], edited: null };

export const retroWrite = defineOperation({
  name: 'retro.write',
  order: 10,
  title: 'Write Retrospective',
  summary: 'Writes a page about a week or a range of dates; default: the previous week.',
  input: z.strictObject({
    period: z.enum(['weekly']).optional().describe('The default: one ISO week'),
    week: z.string().max(40).optional().describe('ISO week: 2026-W47; default: the previous one'),
    from: z.string().max(40).optional().describe('First day of a range: 2026-11-01'),
    to: z.string().max(40).optional().describe('Last day of the range, which is included; default: today'),
  }),
  output: z.object({
    retro: retroReportSchema,
    page: z
      .string()
      .nullable()
      .describe(
        'The page below the worktree root, or below the folder of --store; null where there is none, or nothing happened',
      ),
    plots: z.array(z.string()).describe('Its plots as SVG, for light and dark themes'),
    edited: z
      .string()
      .nullable()
      .describe('The first page or plot not overwritten because someone else wrote it; null if none'),
    content: z.string().describe('The page without plots'),
  }),
  effect: 'external',
  mcp: {
    tool: 'archive',
    action: 'retro',
    brief: 'last week',
    rare: ['period', 'week', 'from', 'to'],
    rest: 'content has them all',
  },
  cli: {
    path: ['retro'],
    positionals: ['period'],
    exclusive: [
      ['week', 'from'],
      ['week', 'to'],
      ['period', 'from'],
      ['period', 'to'],
    ],
    examples: [
      'retro weekly',
      'retro weekly --week 2026-W47',
      'retro --from 2026-11-01 --to 2026-11-30',
      'retro weekly --json',
    ],
  },
  palette: false,
  async run(context, input) {
    const { timeZone } = (await readConfig(context)).reports;
    const now = context.clock.now();
    const period = retroPeriod(input, timeZone, now);
    const [from = 0, to = 0] = [period.bounds[0], period.bounds.at(-1)];
    const retro = buildRetro(period, await context.store.read(({ retros }) => retros.read(from, to)), now);
    const content = retroPage(retro, []);
    // An empty page would leave changes in a new repository.
    const place = retro.events.total === 0 ? undefined : await retroPlace(context);
    const written = place === undefined ? notWritten : await writeRetro(place, retro);
    return { retro, ...written, content };
  },
});
