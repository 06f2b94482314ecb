import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { say } from '../../../messages/say.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Log } from '../../../platform/log.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryCondition } from '../repository/repositoryState.js';
import { asMessage } from '../support/plainText.js';

/** Interval between attempts while lanes cannot be repaired, in ms. */
const betweenRepairs = 60_000;

/** Repairs the lanes of each repository once per window, as soon as it has some. */
export function repairLanes({
  status,
  clock,
  log,
}: Pick<CommandEnvironment, 'status' | 'clock' | 'log'>): vscode.Disposable {
  /** Due times of repositories by id, in ms since 1970. */
  const dueAt = new Map<string, number>();
  const onCondition = async ({ repository, state }: RepositoryCondition): Promise<void> => {
    if (repository === undefined || state !== 'ready' || !vscode.workspace.isTrusted) return;
    const { id, name } = repository;
    if (clock.now() < (dueAt.get(id) ?? 0)) return;
    // Set before the first await, since readings follow each other quickly: avoids a race.
    dueAt.set(id, Number.POSITIVE_INFINITY);
    try {
      if (!(await repository.hasLanes())) dueAt.delete(id);
      else if (!(await repair(repository, log))) dueAt.set(id, clock.now() + betweenRepairs);
    } catch (error) {
      log.error(`The lanes of ${name} could not be repaired.`, error);
      dueAt.set(id, clock.now() + betweenRepairs);
    }
  };
  return status.onDidRead(condition => void onCondition(condition));
}

/** Recovers work that a dead process left unfinished; silent if there was none. Returns false if refused. */
async function repair(repository: OpenRepository, log: Log): Promise<boolean> {
  const answer = await repository.invoke((await loadLaneOperations()).laneRepair, {});
  if (isRefusal(answer)) {
    log.warn(`The lanes of ${repository.name} were not repaired: ${say(answer.message)}`);
    return false;
  }
  for (const { lane, outcome, notes } of answer.settled) {
    if (outcome === 'running' || outcome === 'kept' || (outcome === 'finished' && notes.length === 0)) continue;
    const text = asMessage([repairSentence(lane, outcome), ...notes].join(' '));
    void (outcome === 'stuck' ? vscode.window.showWarningMessage(text) : vscode.window.showInformationMessage(text));
  }
  for (const { lane, outcome } of answer.merged) {
    if (outcome !== 'recorded') continue;
    void vscode.window.showInformationMessage(
      l10n.t('Lane {0} was merged outside Stateroom. It is recorded as merged.', lane),
    );
  }
  const fresh = answer.ignored.filter(({ isNew }) => isNew);
  if (fresh.length > 0) void vscode.window.showWarningMessage(asMessage(ignoredSentence(fresh)));
  return true;
}

function ignoredSentence(files: readonly { readonly file: string; readonly reason: string }[]): string {
  const [first] = files;
  if (first === undefined || files.length > 1) {
    return l10n.t('Stateroom ignored {0} files in its store. Run “Check Store” to list them.', files.length);
  }
  const { file, reason } = first;
  return l10n.t('Stateroom ignored a file in its store: {0}. Reason: {1}. Nothing was changed.', file, reason);
}

function repairSentence(lane: string, outcome: 'undone' | 'finished' | 'stuck'): string {
  switch (outcome) {
    case 'undone':
      return l10n.t('An earlier change to lane {0} was interrupted. Stateroom undid it.', lane);
    case 'finished':
      return l10n.t('An earlier change to lane {0} was interrupted. Stateroom completed it.', lane);
    case 'stuck':
      return l10n.t(
        'An earlier change to lane {0} was interrupted, and Stateroom could not complete it. Run “Repair Lanes” to try again.',
        lane,
      );
  }
}
