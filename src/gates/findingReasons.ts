import { type FindingSeverity, findingSeverities } from '../domain/finding/findingSeverity.js';
import { counted, type GateReason, listed, openFindingCode, reason } from './gate.js';
import type { TaskFacts } from './gateSnapshot.js';

/** One reason per severity that has open findings, of those named; of all unless some are. */
export function findingReasons(
  { openFindings }: Pick<TaskFacts, 'openFindings'>,
  severities: readonly FindingSeverity[] = findingSeverities,
): GateReason[] {
  return severities.flatMap(severity => {
    const refs = openFindings.filter(finding => finding.severity === severity).map(finding => `F-${finding.number}`);
    if (refs.length === 0) return [];
    const text = `${counted(refs.length, `open ${severity} finding`)}: ${listed(refs)}.`;
    return [reason(openFindingCode(severity), text, `Fix and say so: finding fix ${refs[0]} --commit <commit>.`, refs)];
  });
}

/** Fixes that nobody can look up. */
export function provenanceReasons({ fixedWithoutCommit }: TaskFacts): GateReason[] {
  const refs = fixedWithoutCommit.map(finding => `F-${finding.number}`);
  if (refs.length === 0) return [];
  const text = `${counted(refs.length, 'fixed finding')} without the commit of the fix: ${listed(refs)}.`;
  const fix = `Reopen with a reason and fix with the commit: finding reopen ${refs[0]} --reason <reason>.`;
  return [reason('missing_provenance', text, fix, refs)];
}

/** What ended findings without a change that anybody can look up; it never blocks. */
export function endedFindingWarnings({ fixedUnchanged, deferredFindings }: TaskFacts): GateReason[] {
  const warnings: GateReason[] = [];
  const unchanged = fixedUnchanged.map(finding => `F-${finding.number}`);
  if (unchanged.length > 0) {
    const text = `${counted(unchanged.length, 'finding')} marked fixed by the commit where found: ${listed(unchanged)}.`;
    const fix = `See what fixed it, or say that nothing did: finding reopen ${unchanged[0]} --reason <reason>.`;
    warnings.push(reason('unchanged_fix', text, fix, unchanged));
  }
  const deferred = deferredFindings.map(finding => `F-${finding.number}`);
  if (deferred.length > 0) {
    const text = `${deferred.length} deferred: ${listed(deferred)}.`;
    warnings.push(
      reason('deferred_finding', text, `See that it is not forgotten: finding show ${deferred[0]}.`, deferred),
    );
  }
  return warnings;
}
