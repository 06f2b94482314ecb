import type { Evidence } from '../../../domain/evidence/evidence.js';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { evidenceList } from '../../../operations/evidence/evidenceList.js';
import { trustShow } from '../../../operations/trust/trustShow.js';
import { redact } from '../../../platform/redact.js';
import type { Repository } from '../repository.js';

/** Required commands for work without a task, and the evidence of a branch, newest first. */
export interface RequiredRuns {
  /** Commands, without their secrets. */
  readonly required: readonly string[];
  readonly evidence: readonly Evidence[];
}

/** Reads both for a branch, or for every branch. Throws refusals. */
export async function readRequiredRuns(
  repository: Repository,
  branch: string | undefined,
  options: { readonly signal?: AbortSignal; readonly folder?: string },
): Promise<RequiredRuns> {
  const shown = unlessRefused(await repository.invoke(trustShow, {}, options));
  const commands = shown.commands.filter(({ setting }) => setting === 'gate.commands');
  const required = [...new Set(commands.map(({ command }) => redact(command)))];
  if (required.length === 0) return { required, evidence: [] };
  const filter = { ...(branch === undefined ? {} : { branch }), limit: 100 };
  return { required, evidence: unlessRefused(await repository.invoke(evidenceList, filter, options)).evidence };
}

/** Required commands whose last run did not pass, or was on another tree. */
export function missingRuns({ required, evidence }: RequiredRuns): readonly string[] {
  return required.filter(command => {
    const last = evidence.find(one => one.command === command);
    return last === undefined || !last.passed || last.fresh === false;
  });
}
