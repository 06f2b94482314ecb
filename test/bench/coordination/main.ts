import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tasks as allTasks } from './project.js';
import { asTable, missedGoals } from './report.js';
import { type Order, type Outcome, runWay, ways } from './runWay.js';

/** What the rig passes, as JSON in the environment. */
interface Setup {
  readonly root: string;
  readonly folder: string;
  readonly userNode: string;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      agents: { type: 'string', default: '5,10,20' },
      tasks: { type: 'string', default: String(allTasks.length) },
      seed: { type: 'string', default: '1' },
      way: { type: 'string', default: ways.join(',') },
      rows: { type: 'string' },
    },
  });
  const { root, folder, userNode } = JSON.parse(process.env.STATEROOM_BENCH ?? '{}') as Setup;
  const programs = { node: userNode, dist: join(root, 'dist'), isShort: false };
  const wanted = values.way.split(',');
  const rows: { order: Order; outcome: Outcome }[] = [];
  for (const agents of values.agents.split(',').map(Number)) {
    for (const way of ways.filter(one => wanted.includes(one))) {
      const place = join(folder, `${way}-${agents}`);
      const order = { way, agents, tasks: Number(values.tasks), seed: Number(values.seed), place, programs };
      const outcome = await runWay(order);
      rows.push({ order, outcome });
      process.stdout.write(`bench     ${agents} agents, ${way}: ${Math.round(outcome.seconds)} s\n`);
      for (const [kind, { calls, bytes }] of outcome.coordination.slice(0, 8)) {
        process.stdout.write(`bench       ${kind}: ${bytes} bytes in ${calls} calls\n`);
      }
      for (const slice of outcome.lost) process.stdout.write(`bench       lost: ${slice}\n`);
    }
  }
  process.stdout.write(`\n${asTable(rows)}\n`);
  if (values.rows !== undefined) writeFileSync(values.rows, JSON.stringify(rows));
  const missed = rows.flatMap(missedGoals);
  if (missed.length > 0) {
    process.stdout.write(`\nStateroom misses its goal:\n${missed.join('\n')}\n`);
    process.exitCode = 1;
  }
}

await main();
