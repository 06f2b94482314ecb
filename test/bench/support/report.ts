import { figure, type Row } from './measure.js';

const columns = ['measure', 'bound', 'goal', 'measured', 'verdict', 'detail'] as const;
const headings = ['Measure', 'Bound', 'Goal', 'Measured', 'Result', 'Figures'];

/** The rows under their headings, for a terminal. */
export function asText(rows: readonly Row[]): string {
  const lines = [headings, ...rows.map(row => columns.map(column => row[column]))];
  const widths = columns.map((_, index) => Math.max(...lines.map(line => [...(line[index] ?? '')].length)));
  return lines
    .map(line => line.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - [...cell].length)).join('  '))
    .map(line => line.trimEnd())
    .join('\n');
}

/** The machines on which the bounds were set start Node in about this time, ms. */
const usualStartMs = 65;

/** The page docs/benchmarks.md; `facts` are sentences on the machine. */
export function asPage(facts: readonly string[], rows: readonly Row[], runs: number): string {
  const scaled = `At ${usualStartMs} ms`;
  const table = [
    `| ${[...headings, scaled].join(' | ')} |`,
    `|${[...headings, scaled].map(() => '---').join('|')}|`,
    ...rows.map(row => {
      const cells = [...columns.map(column => row[column]), atUsualSpeed(row)];
      return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    }),
  ];
  return `# Benchmarks

Written by \`npm run bench\`; do not edit. How fast a disk and a machine are says little, so most rows are **ratios** against
SQLite itself on the same machine in the same minute: WAL with an fsync at each commit, our tables, our statements, written
by hand without anything between. A ratio is the median of ${runs} runs' own ratios, with the smallest and the largest in brackets. In
each run both engines take turns, each on a fresh copy of the same seed, and the one that went first goes second in the next.

"claim" is what an agent waits for: \`queue.next\` with its input checked, one transaction with the select, the guarded update, the
event and its number, on disk, and the item as it is shown. After each run another process reads the store: every acknowledged
claim is there, none twice, one event each, integrity check clean. A row for which that fails has no figure.
Each process opens the store and makes 20 claims before those that count, with either engine; what a cold process takes
stands in the rows on opening and on the command line.

"Bound" is what the design allows, "goal" what we aim for. ✗ marks what is not met, by what was measured here.
Times depend on the processor: the last column tells what they come to on a machine that starts \`node -e 0\` in ${usualStartMs} ms, as
those do on which the bounds were set. It is a rule of three, not a measurement, with the \`node -e 0\` of just before and after.

${facts.map(fact => `- ${fact}`).join('\n')}

${table.join('\n').replaceAll('| missed |', '| ✗ missed |').replaceAll('| bound met, goal missed |', '| ✗ goal missed |')}
`;
}

/** A time in proportion to how long this machine took to start Node; empty for what is no time. */
function atUsualSpeed({ measured, nodeStartMs }: Row): string {
  const [, value, unit] = /^(-?[\d.]+) (µs|ms|s)$/.exec(measured) ?? [];
  if (value === undefined || nodeStartMs === undefined) return '';
  return `${figure((Number(value) * usualStartMs) / nodeStartMs)} ${unit}`;
}
