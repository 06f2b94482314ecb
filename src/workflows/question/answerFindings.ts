import type { z } from 'zod';
import { sumOfSeverities } from '../../domain/finding/findingSeverity.js';
import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import type { BriefReference } from '../../domain/workflow/brief.js';
import { findingList } from '../../operations/finding/findingList.js';
import { findingShow } from '../../operations/finding/findingShow.js';
import { severityCounts, severityLooks } from '../../present/severity.js';
import { restOf } from '../standing.js';
import type { Prepared, WorkflowCall } from '../workflow.js';
import { asks } from './asks.js';

const most = { findings: 20, files: 8, text: 300 };

type Finding = z.output<typeof findingList.output>['findings'][number];

/** Where findings are looked for. */
export interface FindingPlace {
  readonly path?: string | undefined;
  readonly task?: string | undefined;
}

/** The open findings, of all of the repository or in a place; the heaviest first. */
export async function answerFindings(call: WorkflowCall, { path, task }: FindingPlace): Promise<Prepared | Refusal> {
  const { markup, translate: t } = call;
  const within = { ...(path === undefined ? {} : { path }), ...(task === undefined ? {} : { task }) };
  const listed = await call.invoke(findingList, { ...within, limit: most.findings });
  if (isRefusal(listed)) return listed;
  const { findings, counts } = listed;
  const [first] = findings;
  const place = path ?? task;
  return {
    brief: {
      title: place === undefined ? t('Open Findings') : t('Open Findings: {0}', markup.text(place)),
      sections: [
        {
          heading: severityCounts(counts.open, t),
          lines:
            findings.length === 0
              ? [t('None.')]
              : [
                  ...findings.map(finding => markup.entry(findingLine(call, finding))),
                  ...restOf(call, sumOfSeverities(counts.open) - findings.length),
                ],
        },
      ],
      references: [
        ...findings.map(({ ref }): BriefReference => ({ kind: 'finding', ref })),
        ...[...new Set(findings.map(finding => finding.path))]
          .slice(0, most.files)
          .map((ref): BriefReference => ({ kind: 'file', ref })),
      ],
      acts:
        first === undefined
          ? []
          : [{ title: t('Open {0}', first.ref), operation: findingShow.name, input: { id: first.ref } }],
      missing: [],
    },
    asks: [asks.next(t), asks.push(t)],
  };
}

/** A finding on a line: how heavy it is, where, what is wrong. */
export function findingLine({ markup, translate: t }: WorkflowCall, finding: Finding): string {
  const { ref, severity, path, lineStart, text } = finding;
  const said = text.length > most.text ? `${text.slice(0, most.text - 1)}…` : text;
  return `${markup.ref(ref)} ${severityLooks[severity].word(t)}, ${markup.place(path, lineStart)}: ${markup.text(said)}`;
}
