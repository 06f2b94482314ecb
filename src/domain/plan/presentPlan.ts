import type { Message } from '../../messages/message.js';
import type { Refs } from '../record/column.js';
import { show } from '../record/record.js';
import { type Attestation, type Plan, type PlanAnalysis, planLacks } from './plan.js';
import { isPlanStale } from './planAcceptance.js';
import { type PlanRow, planDefinition } from './planRow.js';

/** `contentHash` is that of the current text, undefined if the file is gone. */
export function presentPlan(row: Omit<PlanRow, 'repository_id'>, contentHash: string | undefined, refs?: Refs): Plan {
  return {
    ...show(planDefinition, row, refs),
    stale: isPlanStale(row, contentHash) ?? null,
    contentHash: contentHash ?? null,
    analysis: row.analysis === null ? null : readAnalysis(row.analysis),
  };
}

/** Stored in English. */
function readAnalysis(stored: string): PlanAnalysis {
  const analysis = JSON.parse(stored) as PlanAnalysis;
  const texts: Partial<Record<string, Message>> = planLacks;
  return { ...analysis, problems: analysis.problems.map(({ code, text }) => ({ code, text: texts[code] ?? text })) };
}

/** Attestations of a plan, oldest first. */
export function readAttestations({ attestations }: Pick<PlanRow, 'attestations'>): Attestation[] {
  return attestations === '[]' ? [] : (JSON.parse(attestations) as Attestation[]);
}
