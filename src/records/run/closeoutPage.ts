import { oneLine } from '../../domain/text/oneLine.js';
import type { WrittenRun } from './runFiles.js';

export function closeoutPage({ run, content }: WrittenRun): string {
  const { hypotheses, evidence, commands, learnings } = content;
  return [
    `# ${oneLine(run.request)}`,
    ...section('Request', [quote(run.request)]),
    ...section('Intent', [run.intent]),
    ...section('Summary', [run.summary === null ? 'No summary provided.' : quote(run.summary)]),
    ...(run.openReason === null ? [] : section('Left Open', [quote(run.openReason)])),
    ...section(
      'Hypotheses',
      hypotheses.flatMap(({ id, text, status, notes, evidence: own }) => [
        `- ${id} **${status}**: ${oneLine(text)}${own.length === 0 ? '' : ` (${own.join(', ')})`}`,
        ...notes.map(note => `  - ${oneLine(note)}`),
      ]),
    ),
    ...section(
      'Evidence',
      evidence.map(
        ({ id, text, hypothesis }) => `- ${id}${hypothesis === null ? '' : ` for ${hypothesis}`}: ${oneLine(text)}`,
      ),
    ),
    ...section(
      'Commands',
      commands.map(({ id, command, status }) => `- ${id} ${status}: ${oneLine(command)}`),
    ),
    ...section('Verification', run.verification.map(bullet)),
    ...section(
      'Learning',
      learnings.map(({ id, kind, repoAction, summary, path, reason }) => {
        const place = path ?? reason;
        return `- ${id} ${kind} -> ${repoAction}: ${oneLine(summary)}${place === null ? '' : ` (${oneLine(place)})`}`;
      }),
    ),
    ...section('Residual Risks', run.residualRisks.map(bullet)),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', `## ${title}`, '', ...(lines.length === 0 ? ['None.'] : lines)];
}

function bullet(text: string): string {
  return `- ${oneLine(text)}`;
}

/** Quotes others' text, which may contain headings. */
function quote(text: string): string {
  return text
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n');
}
