import type { Context } from '../records/context.js';
import type { DoctorReport } from '../reports/doctorReport.js';
import { deadline, examine, reportOf } from './cli/doctor/examine.js';
import type { Ward } from './cli/doctor/facet.js';

/** Checks of `stateroom doctor` for a surface without a command line; `place` is the folder and host of its process. */
export async function examineAll(context: Context, place: Pick<Ward, 'host' | 'directory'>): Promise<DoctorReport> {
  const late = AbortSignal.timeout(deadline);
  const signal = context.signal === undefined ? late : AbortSignal.any([late, context.signal]);
  return reportOf(await examine({ ...place, repo: context.workTree?.root, context, signal }));
}
