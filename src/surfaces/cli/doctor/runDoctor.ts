import { findAgentMarker } from '../../../domain/actor/agentMarker.js';
import { isRefusal, refuse } from '../../../domain/refusal/refusal.js';
import { locateStore } from '../../../git/storeLocation.js';
import { errorText } from '../../../messages/errorText.js';
import { verbatim } from '../../../messages/message.js';
import { mistake } from '../commandLine/mistake.js';
import type { Paint } from '../format/style.js';
import { oneLine, pad } from '../format/text.js';
import type { View } from '../format/view.js';
import type { Session } from '../session.js';
import { withContext } from '../withContext.js';
import { checks } from './checks.js';
import { type Check, type CheckState, type Facet, type Fix, facets, type Ward } from './facet.js';

/** How long all checks together may take, ms. */
const deadline = 30_000;

interface Report {
  readonly facet: Facet;
  readonly checks: readonly Check[];
}

/** What a fix did: `problem` is undefined where it worked. */
interface Fixed {
  readonly text: string;
  readonly undo: string;
  readonly problem: string | undefined;
}

/** Checks everything and prints it; with `fix`, mends what can be undone. 1 if something is broken. */
export async function runDoctor(session: Session, { fix, yes }: { fix: boolean; yes: boolean }): Promise<number> {
  const { host, printer } = session;
  if (yes && !fix) return printer.refusal(mistake('--yes belongs to --fix.'));
  if (fix && (findAgentMarker(host.environment) !== undefined || host.environment.STATEROOM_ROLE === 'agent')) {
    return printer.refusal(
      refuse('not_allowed', verbatim('Only a person may have these files changed.'), {
        hint: verbatim('Ask a person to run stateroom doctor --fix in a terminal.'),
      }),
    );
  }
  return inRepository(session, async ward => {
    const reports = await examine(ward);
    const fixes = fix ? reports.flatMap(report => report.checks.flatMap(check => check.fix ?? [])) : [];
    if (fixes.length === 0) return print(session, reports, []);
    if (!yes) {
      if (!host.stdin.isTerminal || printer.json) {
        return printer.refusal(
          mistake('Nothing was changed: there is nobody to ask.', 'Use --yes, or leave out --fix.'),
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

/** Where there is no repository, what needs none is checked. */
async function inRepository(session: Session, work: (ward: Ward) => Promise<number>): Promise<number> {
  const signal = AbortSignal.timeout(deadline);
  const location = locateStore(session.options, session.host);
  if (isRefusal(location)) return work({ session, context: undefined, directory: undefined, signal });
  const code = await withContext(session, true, (context, directory) => work({ session, context, directory, signal }));
  return isRefusal(code) ? session.printer.refusal(code) : code;
}

async function examine(ward: Ward): Promise<readonly Report[]> {
  return Promise.all(
    facets.map(async facet => {
      const late = new Promise<readonly Check[]>(resolve =>
        ward.signal.addEventListener('abort', () =>
          resolve([{ state: 'warn', text: `Not checked within ${deadline / 1000} s.`, next: 'stateroom doctor' }]),
        ),
      );
      const checked = checks[facet](ward).catch(error => [
        { state: 'broken', text: `Could not be checked: ${errorText(error)}` } as const,
      ]);
      return { facet, checks: await Promise.race([checked, late]) };
    }),
  );
}

async function carryOut(fixes: readonly Fix[]): Promise<Fixed[]> {
  const fixed: Fixed[] = [];
  for (const { text, undo, run } of fixes) {
    const problem = await run().catch(error => errorText(error));
    fixed.push({ text, undo, problem });
  }
  return fixed;
}

const order: readonly CheckState[] = ['broken', 'warn', 'ok'];
const paints: Readonly<Record<CheckState, Paint>> = { broken: 'red', warn: 'yellow', ok: 'green' };

/** The state of a facet is the worst of its checks; of these only what is not ok is shown, or what is. */
function summarize({ facet, checks }: Report) {
  const state = order.find(each => checks.some(check => check.state === each)) ?? 'ok';
  const shown = checks.filter(check => (state === 'ok' ? true : check.state !== 'ok'));
  return { facet, state, checks: shown.map(({ state, text, next }) => ({ state, text, next: next ?? null })) };
}

function print({ printer }: Session, reports: readonly Report[], fixed: readonly Fixed[]): number {
  const shown = reports.map(summarize);
  const ok = shown.every(({ state }) => state !== 'broken');
  const { view } = printer;
  const lines = [...fixed.map(one => fixLine(one, view)), ...shown.flatMap(report => facetLines(report, view))];
  printer.answer(printer.quiet && ok ? '' : lines.join('\n'), {
    ok,
    facets: shown,
    fixed: fixed.map(one => ({ ...one, problem: one.problem ?? null })),
  });
  return ok ? 0 : 1;
}

function fixLine({ text, undo, problem }: Fixed, { style }: View): string {
  if (problem !== undefined) return `${style.red('not done')}  ${oneLine(text)}: ${oneLine(problem)}`;
  return `${style.green('done')}      ${oneLine(text)} ${style.dim(`(undo: ${undo})`)}`;
}

function facetLines({ facet, state, checks }: ReturnType<typeof summarize>, { style }: View): string[] {
  return checks.flatMap(({ text, next }, index) => [
    `${style[paints[state]](pad(index === 0 ? state : '', 6))}  ${pad(index === 0 ? facet : '', 11)}  ${oneLine(text)}`,
    ...(next === null ? [] : [`${' '.repeat(21)}${style.dim(`→ ${oneLine(next)}`)}`]),
  ]);
}
