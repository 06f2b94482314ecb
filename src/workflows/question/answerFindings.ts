import { sumOfSeverities } from '../../domain/finding/findingSeverity.js';
import type { BriefReference } from '../../domain/workflow/brief.js';
import { findingList } from '../../operations/finding/findingList.js';
import { findingShow } from '../../operations/finding/findingShow.js';
import { severityCounts } from '../../present/severity.js';
import { findingLine, listSection, references } from '../standing.js';
import { act, type Prepared, read, type WorkflowCall } from '../workflow.js';
import { asks } from './asks.js';

const max = { findings: 20, files: 8 };

export interface FindingPlace {
  readonly path?: string | undefined;
  readonly task?: string | undefined;
}

/** Open findings of the repository or a place, most severe first. */
export async function answerFindings(call: WorkflowCall, { path, task }: FindingPlace): Promise<Prepared> {
  const { markup, translate: t } = call;
  const within = { ...(path === undefined ? {} : { path }), ...(task === undefined ? {} : { task }) };
  const listed = await read(call, findingList, { ...within, limit: max.findings });
  const { findings, counts } = listed;
  const [first] = findings;
  const place = path ?? task;
  return {
    brief: {
      title: place === undefined ? t('Open Findings') : t('Open Findings: {0}', markup.text(place)),
      sections: [
        listSection(call, severityCounts(counts.open, t), findings, finding => findingLine(call, finding), {
          total: sumOfSeverities(counts.open),
        }),
      ],
      references: [
        ...references(findings),
        ...[...new Set(findings.map(finding => finding.path))]
          .slice(0, max.files)
          .map((ref): BriefReference => ({ kind: 'file', ref })),
      ],
      acts: first === undefined ? [] : [act(t('Open {0}', first.ref), findingShow, { id: first.ref })],
      missing: [],
    },
    asks: [asks.next(t), asks.push(t)],
  };
}
