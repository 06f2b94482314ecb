import { isRefusal } from '../../../domain/refusal/refusal.js';
import { locateStore } from '../../../git/storeLocation.js';
import { errorText } from '../../../messages/errorText.js';
import { type PersonalAct, refuseAgent } from '../caller.js';
import { mistake } from '../commandLine/mistake.js';
import { doctorText } from '../format/doctorText.js';
import { oneLine } from '../format/text.js';
import type { View } from '../format/view.js';
import type { Session } from '../session.js';
import { withContext } from '../withContext.js';
import { deadline, examine, type FacetChecks, reportOf } from './examine.js';
import type { Fix, Ward } from './facet.js';

interface Fixed {
  readonly text: string;
  readonly undo: string;
  readonly problem: string | undefined;
}

const fixing: PersonalAct = {
  name: 'doctor --fix',
  about: 'the installed files',
  reason: 'Only a person may change these files.',
  otherwise: 'Without --fix it only looks.',
};

/** Runs and prints all checks; with `fix`, applies the fixes. Resolves to 1 if something is broken. */
export async function runDoctor(session: Session, { fix, yes }: { fix: boolean; yes: boolean }): Promise<number> {
  const { host, printer } = session;
  if (yes && !fix) return printer.refusal(mistake('--yes belongs to --fix.'));
  const refusal = fix ? await refuseAgent(session, fixing) : undefined;
  if (refusal !== undefined) return printer.refusal(refusal);
  return inRepository(session, async ward => {
    const reports = await examine(ward);
    const fixes = fix ? reports.flatMap(report => report.checks.flatMap(check => check.fix ?? [])) : [];
    if (fixes.length === 0) return print(session, reports, fix ? [] : undefined);
    if (!yes) {
      if (!host.stdin.isTerminal || printer.json) {
        return printer.refusal(
          mistake(
            'Nothing was changed because no terminal is available to confirm it.',
            'Use --yes, or leave out --fix.',
          ),
        );
      }
      printer.stderr.write(`${fixes.map(({ text, undo }) => `${text}\n  (undo: ${undo})`).join('\n')}\n`);
      printer.stderr.write('Do this? [y/N] ');
      if (!/^\s*y(es)?\s*$/i.test(await host.stdin.line())) return print(session, reports, []);
    }
    const fixed = await carryOut(fixes);
    return print(session, await examine({ ...ward, signal: AbortSignal.timeout(deadline) }), fixed);
  });
}

/** Outside a repository, runs only the checks that need none. */
async function inRepository(session: Session, work: (ward: Ward) => Promise<number>): Promise<number> {
  const { host, options } = session;
  const ward = { host, repo: options.repo, signal: AbortSignal.timeout(deadline) };
  const location = locateStore(options, host);
  if (isRefusal(location)) return work({ ...ward, context: undefined, directory: undefined });
  const code = await withContext(session, true, (context, directory) => work({ ...ward, context, directory }));
  return isRefusal(code) ? session.printer.refusal(code) : code;
}

async function carryOut(fixes: readonly Fix[]): Promise<Fixed[]> {
  const fixed: Fixed[] = [];
  for (const { text, undo, run } of fixes) {
    const problem = await run().catch(error => errorText(error));
    fixed.push({ text, undo, problem });
  }
  return fixed;
}

function print({ printer }: Session, found: readonly FacetChecks[], fixed: readonly Fixed[] | undefined): number {
  const report = reportOf(found);
  const { view } = printer;
  const lines = [...(fixed ?? []).map(one => fixLine(one, view)), doctorText(report, view)];
  printer.answer(printer.quiet && report.ok ? '' : lines.join('\n'), {
    ...report,
    ...(fixed === undefined ? {} : { fixed: fixed.map(one => ({ ...one, problem: one.problem ?? null })) }),
  });
  return report.ok ? 0 : 1;
}

function fixLine({ text, undo, problem }: Fixed, { style }: View): string {
  if (problem !== undefined) return `${style.red('not done')}  ${oneLine(text)}: ${oneLine(problem)}`;
  return `${style.green('done')}      ${oneLine(text)} ${style.dim(`(undo: ${undo})`)}`;
}
