import { type InstallPlan, isChange } from '../../../install/install.js';
import { shownPath } from '../../../install/installPlace.js';
import type { ListedOverride, OverrideState } from '../../../install/overrides.js';
import type { PieceDrift, PlannedFile, PlannedPiece } from '../../../install/planFile.js';
import {
  changedFiles,
  type Drift,
  driftOf,
  grantedTo,
  impostorText,
  isEdited,
  partWords,
  replaceCommand,
  stepsOf,
} from '../../../install/shownPlan.js';
import type { TrustStep } from '../../../install/trustSteps.js';
import { redact } from '../../../platform/redact.js';
import { english } from '../../../reports/translate.js';
import type { GitHooksOutcome, PlanOutcome } from '../command/install.js';
import type { Session } from '../session.js';
import { diffLines, driftLines } from './diffText.js';
import type { Style } from './style.js';
import { oneLine } from './text.js';

/** Prints the changes of a plan; returns exit code 1 if a file cannot be edited. */
export function printPlan(
  { printer }: Session,
  plan: InstallPlan,
  outcome: PlanOutcome,
  hooks?: GitHooksOutcome,
): number {
  const { files, ledger, place } = plan;
  const problems = files.filter(({ problem }) => problem !== undefined);
  const isRemoval = ledger.after === undefined;
  const steps = isRemoval ? [] : stepsOf(plan, english);
  const { style } = printer.view;
  const isWritten = outcome === 'written' || outcome === 'agreed';
  const lines = [
    ...(plan.recovered ? ['An install that was interrupted has been undone.', ''] : []),
    ...(outcome === 'agreed' ? [] : changeLines(plan)),
    ...(outcome === 'agreed' ? [] : keptLines(files)),
    ...problems.map(({ shown, problem }) => style.yellow(`! ${oneLine(shown)} ${problem}, so it was left as it is.`)),
  ];
  lines.push(...impostorLines(plan).map(line => style.yellow(`! ${line}`)));
  const isLeft = plan.impostors.some(({ isReplaced }) => !isReplaced);
  const isDone = ![...files, ledger].some(isChange);
  if (outcome === 'nothing' || (outcome === 'shown' && isDone)) {
    const isWhole = problems.length === 0 && !isLeft && !files.some(isKept);
    lines.push(isWhole ? 'Everything is in place.' : 'Everything else is in place.');
  }
  if (outcome === 'shown') lines.push(...differences(files, style));
  if (!isWritten) lines.push(...grantLines(plan));
  if (isWritten) lines.push('', isRemoval ? 'Removed.' : 'Installed.');
  if (hooks !== undefined) lines.push(hooks.text);
  if (isWritten) {
    if (steps.length > 0)
      lines.push('', 'What only you can do:', ...steps.map(({ title, step }) => `  ${title}: ${step}`));
    lines.push('', 'Restart agents that are running.');
  }
  const text = lines.join('\n').trim();
  const code = problems.length > 0 || isLeft || hooks?.complete === false ? 1 : 0;
  // The answer for programs is printed after the confirmation.
  if (outcome === 'asked') {
    printer.stderr.write(`${text}\n\n`);
    return code;
  }
  const data = {
    scope: place.scope,
    changed: isWritten,
    agents: plan.agents,
    files: files
      .filter(file => isChange(file) || file.problem !== undefined || isKept(file))
      .map(file => ({ ...shownFile(file), ...(outcome === 'shown' ? textsOf(file) : {}) })),
    ledger: shownPath(place, place.ledger),
    impostors: plan.impostors,
    gitHooks: hooks ?? null,
    steps,
  };
  return printer.answer(printer.quiet ? '' : text, data) || code;
}

function grantLines(plan: InstallPlan): string[] {
  const { agents, canAsk } = grantedTo(plan);
  if (agents.length === 0) return [];
  const others = agents.filter(title => !canAsk.includes(title));
  const words = [
    'These agents may then call every tool without asking you, also `evidence`, which runs any command.',
    ...(canAsk.length === 0 ? [] : ['To be asked: --without approval.']),
    ...others.map(title => `${title} asks only with \`"permission": { "stateroom_*": "ask" }\` in its settings.`),
  ];
  return ['', words.join(' ')];
}

function impostorLines(plan: InstallPlan): string[] {
  const gone = plan.ledger.after === undefined ? 'It is removed.' : 'It is replaced.';
  return plan.impostors.map(each => {
    const next = each.isReplaced ? gone : `Remove it, or replace it: ${replaceCommand(plan, each)}`;
    return `${each.shown}: ${impostorText(each, english)}. ${next}`;
  });
}

/** Prints differences from the installed files, and impostors; returns 1 if there are any. */
export function printCheck({ printer }: Session, plan: InstallPlan, steps: readonly TrustStep[]): number {
  const { files, ledger, place } = plan;
  // A check replaces nothing.
  const impostors = plan.impostors.map(each => ({ ...each, isReplaced: false }));
  const strange = impostorLines({ ...plan, impostors });
  if (ledger.before === undefined) {
    const data = { scope: place.scope, installed: false, drift: [], impostors };
    printer.answer([...strange, ...(printer.quiet ? [] : ['Nothing is installed.'])].join('\n'), data);
    return 1;
  }
  const drift = driftOf({ files }).map(driftLine);
  const { agents } = grantedTo(plan, ['same', 'update']);
  const isOld = files.some(({ pieces }) => pieces.some(({ state }) => state === 'update' || state === 'add'));
  const lines = [
    ...drift.flatMap(({ file, change, texts }) => [
      `${file}: ${change}`,
      ...(texts === undefined || printer.quiet ? [] : [...driftLines(texts, printer.view.style), '']),
    ]),
    ...strange,
    ...(drift.length === 0 && strange.length === 0 ? ['Everything is as it was installed.'] : []),
    ...(printer.quiet || agents.length === 0
      ? []
      : [
          `Without asking you, these agents call every tool, also \`evidence\`, which runs any command: ${agents.join(', ')}`,
        ]),
    ...(printer.quiet ? [] : stepLines(steps)),
    ...(isOld ? ['This version writes different content: run stateroom update.'] : []),
  ];
  const data = {
    ...{ scope: place.scope, installed: true, outdated: isOld, impostors, withoutAsking: agents },
    steps: steps.map(({ done, ...step }) => ({ ...step, done: done ?? null })),
    drift: drift.map(({ file, change, texts }) => ({ file, change, ...withoutSecrets(texts) })),
  };
  printer.answer(printer.quiet && drift.length === 0 && strange.length === 0 ? '' : lines.join('\n').trimEnd(), data);
  return drift.length > 0 || strange.length > 0 ? 1 : 0;
}

const overrideWords: Readonly<Record<OverrideState, string>> = {
  new: 'not installed yet: run stateroom update',
  installed: 'installed',
  edited: 'changed since it was installed: run stateroom update',
  outdated: 'installed; the text that it replaces has changed since',
};

export function overridesText(overrides: readonly ListedOverride[]): string {
  if (overrides.length === 0) return 'There are no overrides.';
  return overrides.map(({ shown, replaces, state }) => `${shown}: ${replaces}, ${overrideWords[state]}`).join('\n');
}

function stepLines(steps: readonly TrustStep[]): string[] {
  const open = steps.filter(({ done }) => done !== true);
  if (open.length === 0) return [];
  return [
    'Still to do by you:',
    ...open.map(
      ({ title, step, done }) =>
        `  ${title}: ${step}${done === undefined ? ' Whether it is done cannot be told.' : ''}`,
    ),
  ];
}

function driftLine({ file, piece }: Drift): { file: string; change: string; texts?: PieceDrift | undefined } {
  if (piece === undefined) return { file: file.shown, change: file.problem ?? '' };
  if (piece.state === 'restore') return { file: file.shown, change: `removed (${wordOf(piece)})` };
  return { file: file.shown, change: `edited (${wordOf(piece)})`, texts: piece.drift };
}

function differences(files: readonly PlannedFile[], style: Style): string[] {
  return files.flatMap(file => {
    const { shown, before, after, pieces } = file;
    const changes = isChange(file)
      ? ['', ...diffLines({ name: shown, text: before }, { name: shown, text: after }, style)]
      : [];
    const drift = pieces
      .filter(isEdited)
      .flatMap(piece =>
        piece.drift === undefined ? [] : ['', `${shown}: edited (${wordOf(piece)})`, ...driftLines(piece.drift, style)],
      );
    return [...changes, ...drift];
  });
}

function textsOf({ before, after, pieces }: PlannedFile) {
  return {
    before: before === undefined ? null : redact(before),
    after: after === undefined ? null : redact(after),
    edited: pieces.filter(isEdited).map(({ part, drift }) => ({ part: part ?? null, ...withoutSecrets(drift) })),
  };
}

function withoutSecrets(texts: PieceDrift | undefined) {
  if (texts === undefined) return {};
  const shown = (text: string | undefined) => (text === undefined ? null : redact(text));
  return { written: shown(texts.written), found: shown(texts.found), wanted: shown(texts.wanted) };
}

const wordOf = (piece: PlannedPiece): string =>
  piece.part === undefined ? 'an earlier part' : partWords([piece], english);

/** One line per file; skills of a folder share one. */
function changeLines(plan: InstallPlan): string[] {
  const signs = { create: '+', change: '~', remove: '-' };
  return changedFiles(plan, english).map(
    ({ shown, leadsTo, act, what }) => `${signs[act]} ${nameOf(shown, leadsTo)}${what === '' ? '' : `  (${what})`}`,
  );
}

function nameOf(shown: string, leadsTo: string | undefined): string {
  return oneLine(leadsTo === undefined ? shown : `${shown} -> ${leadsTo}`);
}

function keptLines(files: readonly PlannedFile[]): string[] {
  return files.filter(isKept).flatMap(({ shown, pieces }) =>
    pieces.flatMap(piece => {
      if (piece.state === 'edited') return [`= ${shown}  (${wordOf(piece)}, kept: edited)`];
      if (piece.state === 'foreign') return [`= ${shown}  (${wordOf(piece)}, kept: not written by install)`];
      return [];
    }),
  );
}

function isKept({ pieces, problem }: PlannedFile): boolean {
  return problem === undefined && pieces.some(({ state }) => state === 'edited' || state === 'foreign');
}

function shownFile({ shown, leadsTo, pieces, problem, before, after }: PlannedFile) {
  const act =
    before === after ? 'kept' : before === undefined ? 'created' : after === undefined ? 'removed' : 'changed';
  return {
    ...{ file: shown, ...(leadsTo === undefined ? {} : { leadsTo }), act, problem: problem ?? null },
    pieces: pieces.map(({ part, state, agents, grants = false }) => ({ part: part ?? null, state, agents, grants })),
  };
}
