import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { allLaneActs, type LaneAct } from '../../../manifest/laneActs.js';
import { verbatim } from '../../../messages/message.js';
import { argumentsInDiff } from '../commands/argumentsInDiff.js';
import { laneArguments } from '../commands/commandCall.js';
import type { LaneActInput } from '../commands/commandEnvironment.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { openRepositoryAt, type RepositoryRef } from '../repository/repositoryRef.js';
import type { LaneEnvironment } from './laneCommands.js';

type Given = Readonly<Record<string, unknown>>;

/** Runs acts on lanes as commands. Their code is loaded with the first one. */
export class LaneActRunner {
  constructor(private readonly environment: LaneEnvironment) {}

  async run(act: LaneAct, input: LaneActInput, at?: RepositoryRef): Promise<unknown> {
    const { repositories, notice } = this.environment;
    const repository = at === undefined ? repositories.active : openRepositoryAt(repositories, at);
    if (isRefusal(repository)) {
      notice.show(repository);
      return repository;
    }
    return this.attempt(act, repository, () => ({ ...input }));
  }

  /** Runs the command of an act, named without `stateroom.lane.`, with its arguments. */
  runCommand(act: string, args: readonly unknown[]): Promise<unknown> {
    const { repositories, lanesView } = this.environment;
    const name = `lane.${act}`;
    // Another repository may be shown by the time that this one refuses.
    return this.attempt(act, repositories.active, () =>
      inputOf(laneArguments(argumentsInDiff(args, name), name, lanesView.selection)[0]),
    );
  }

  private attempt(act: string, repository: OpenRepository | undefined, read: () => Given): Promise<unknown> {
    const { lanesView, notice, titleOf } = this.environment;
    const title = titleOf(`stateroom.lane.${act}`);
    return notice.attempt(l10n.t('“{0}” failed.', title), repository, async () => {
      if (act === 'refresh') return lanesView.refresh();
      if (!vscode.workspace.isTrusted && !allLaneActs[act]?.inRestrictedMode) throw restricted();
      if (repository === undefined) throw noRepository();
      const given = read();
      const { runLaneAct } = await import('./runLaneAct.js');
      return runLaneAct(this.environment, act as LaneAct, repository, given, title);
    });
  }
}

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
