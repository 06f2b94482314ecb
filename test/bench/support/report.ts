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

Written by \`npm run bench\`; do not edit. Absolute times depend on the disk and the machine, so most rows are **ratios** to
SQLite itself, on the same machine in the same minute: WAL with an fsync per commit, our tables, our statements, called
directly. A ratio is the median of the ratios of ${runs} runs, with the smallest and the largest in brackets. In each run both engines
work on fresh copies of the same data, and the order of the engines alternates between runs.

"claim" is what an agent waits for: \`queue.next\` with validated input, one transaction with the select, the guarded update, the
event and its number, the flush to disk, and the item as it is returned. After each run another process reads the store and checks that every
acknowledged claim is there, none twice, with one event each, and that the integrity check passes. A row that fails this check has no
figure. Each process opens the store and makes 20 claims before the measured ones, with either engine; the cost of a cold process is
in the rows on opening and on the command line.

"Bound" is what the design allows, "goal" is the target. ✗ marks figures of this run that miss one of them. Times depend on the
processor: the last column scales them to a machine that runs \`node -e 0\` in ${usualStartMs} ms, like the machines for which the bounds were set. It is
a calculation from the \`node -e 0\` measured just before and after, not a measurement.

${facts.map(fact => `- ${fact}`).join('\n')}

${table.join('\n').replaceAll('| missed |', '| ✗ missed |').replaceAll('| bound met, goal missed |', '| ✗ goal missed |')}
`;
}

/** A time in proportion to how long this machine took to start Node; empty for what is not a time. */
function atUsualSpeed({ measured, nodeStartMs }: Row): string {
  const [, value, unit] = /^(-?[\d.]+) (µs|ms|s)$/.exec(measured) ?? [];
  if (value === undefined || nodeStartMs === undefined) return '';
  return `${figure((Number(value) * usualStartMs) / nodeStartMs)} ${unit}`;
}
