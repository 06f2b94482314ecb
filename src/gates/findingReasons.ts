import { type FindingSeverity, findingSeverities } from '../domain/finding/findingSeverity.js';
import { message } from '../messages/message.js';
import { type GateReason, listed, openFindingCode, reason } from './gate.js';
import type { TaskFacts } from './gateSnapshot.js';

/** Returns one reason per severity that has open findings. */
export function findingReasons(
  { openFindings }: Pick<TaskFacts, 'openFindings'>,
  severities: readonly FindingSeverity[] = findingSeverities,
): GateReason[] {
  return severities.flatMap(severity => {
    const refs = openFindings.filter(finding => finding.severity === severity).map(finding => `F-${finding.number}`);
    if (refs.length === 0) return [];
    const text = message('gates.openFindings', { count: refs.length, severity, findings: listed(refs) });
    return [reason(openFindingCode(severity), text, message('gates.openFindingsFix'), refs)];
  });
}

/** Archiving a task, or continuing under another name, closes no finding. */
export function earlierFindingReasons(
  { earlier }: Pick<TaskFacts, 'earlier'>,
  severities: readonly FindingSeverity[] = findingSeverities,
): GateReason[] {
  return earlier.flatMap(({ number, archived, openFindings }) =>
    severities.flatMap(severity => {
      const refs = openFindings.filter(finding => finding.severity === severity).map(finding => `F-${finding.number}`);
      if (refs.length === 0) return [];
      const facts = { count: refs.length, severity, findings: listed(refs), task: number };
      const text = archived ? message('gates.archivedFindings', facts) : message('gates.earlierFindings', facts);
      return [reason(openFindingCode(severity), text, message('gates.openFindingsFix'), refs)];
    }),
  );
}

export function provenanceReasons({ fixedWithoutCommit }: TaskFacts): GateReason[] {
  const refs = fixedWithoutCommit.map(finding => `F-${finding.number}`);
  if (refs.length === 0) return [];
  const text = message('gates.fixWithoutCommit', { count: refs.length, findings: listed(refs) });
  const fix = message('gates.fixWithoutCommitFix');
  return [reason('missing_provenance', text, fix, refs)];
}

export function modelWarnings({ withoutModel: refs }: Pick<TaskFacts, 'withoutModel'>): GateReason[] {
  if (refs.length === 0) return [];
  const text = message('gates.unknownModel', { count: refs.length, records: listed(refs) });
  return [reason('unknown_model', text, message('gates.unknownModelFix'), refs)];
}

export function endedFindingWarnings({ fixedUnchanged, deferredFindings }: TaskFacts): GateReason[] {
  const warnings: GateReason[] = [];
  const unchanged = fixedUnchanged.map(finding => `F-${finding.number}`);
  if (unchanged.length > 0) {
    const text = message('gates.unchangedFix', { count: unchanged.length, findings: listed(unchanged) });
    const fix = message('gates.unchangedFixFix');
    warnings.push(reason('unchanged_fix', text, fix, unchanged));
  }
  const deferred = deferredFindings.map(finding => `F-${finding.number}`);
  if (deferred.length > 0) {
    const text = message('gates.deferred', { count: deferred.length, findings: listed(deferred) });
    warnings.push(reason('deferred_finding', text, message('gates.deferredFix'), deferred));
  }
  return warnings;
}
