import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { allLaneActs, type LaneAct } from '../../../manifest/laneActs.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import { verbatim } from '../../../messages/message.js';
import { argumentsInDiff } from '../commands/argumentsInDiff.js';
import { laneArguments } from '../commands/commandCall.js';
import type { LaneEnvironment } from './laneCommands.js';
import { LaneDecorations } from './laneDecorations.js';
import { LaneTabs } from './laneTabs.js';
import { repairLanes } from './repairLanes.js';

export function registerLanes(environment: LaneEnvironment): vscode.Disposable {
  const { repositories, status, lanesView, notice, titleOf } = environment;
  const decorations = new LaneDecorations(repositories);
  const tabs = new LaneTabs();
  const run = (act: string, args: readonly unknown[]): Promise<unknown> => {
    const title = titleOf(`stateroom.lane.${act}`);
    // Another repository may be shown by the time that this one refuses.
    const repository = repositories.active;
    return notice.attempt(l10n.t('“{0}” failed.', title), repository, async () => {
      if (act === 'refresh') return lanesView.refresh();
      if (!vscode.workspace.isTrusted && !allLaneActs[act]?.inRestrictedMode) throw restricted();
      if (repository === undefined) throw noRepository();
      const name = `lane.${act}`;
      const given = inputOf(laneArguments(argumentsInDiff(args, name), name, lanesView.selection)[0]);
      const { runLaneAct } = await import('./runLaneAct.js');
      return runLaneAct(environment, act as LaneAct, repository, given, title);
    });
  };
  return vscode.Disposable.from(
    decorations,
    lanesView.onDidRead(lanes => decorations.show(status.current.repository, lanes)),
    lanesView.onDidRead(lanes => void tabs.show(lanes)),
    repairLanes(environment),
    ...Object.keys(allLaneActs).map(act =>
      vscode.commands.registerCommand(`stateroom.lane.${act}`, async (...args: unknown[]) =>
        inEnglish(await run(act, args)),
      ),
    ),
  );
}

/** Returns the input of a row, or the arguments of the command. */
function inputOf(given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given === 'string') return { lane: given };
  if (typeof given !== 'object' || given === null) return {};
  const { row } = given as { row?: { input?: Readonly<Record<string, unknown>> } };
  return row?.input ?? (given as Readonly<Record<string, unknown>>);
}

function restricted(): RefusalError {
  return refusalError(
    'not_allowed',
    verbatim(l10n.t('In Restricted Mode, lanes are shown but cannot be opened or run.')),
    { hint: verbatim(l10n.t('Trust this workspace to work in lanes.')), details: { restrictedMode: true } },
  );
}

function noRepository(): RefusalError {
  return refusalError('no_repository', verbatim(l10n.t('No folder in this window is in a git repository.')), {
    hint: verbatim(l10n.t('Open a folder in a git repository. Lanes are worktrees of it.')),
  });
}
