import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { laneOf } from '../commands/revisionPlace.js';
import { standingOf } from '../repository/repositoryRef.js';
import { revisionOf } from '../repository/revision.js';
import { asMessage } from '../support/plainText.js';

/** Notifies the reviewer of resubmitted work while a diff is visible, which stays at its commit. */
export class NewerWork {
  private readonly notified = new Set<string>();

  constructor(private readonly environment: Pick<CommandEnvironment, 'repositories' | 'actOnLane'>) {}

  /** Compares the visible diffs of whole lanes with the submitted commits. */
  async look(): Promise<void> {
    for (const { document } of vscode.window.visibleTextEditors) {
      const revision = revisionOf(document.uri);
      const repository = this.environment.repositories.all.find(({ id }) => id === revision?.repository);
      if (revision === undefined || repository === undefined || revision.side === 'base' || revision.part) continue;
      const lane = await laneOf(repository, revision);
      const submitted = lane?.state === 'IN_REVIEW' ? lane.worker?.submitted : undefined;
      if (lane === undefined || !submitted || revision.commit === '' || revision.commit === submitted) continue;
      if (this.notified.has(submitted)) continue;
      this.notified.add(submitted);
      const text = l10n.t('{0} was submitted again since you opened these changes.', laneLabel(lane));
      const show = l10n.t('Show Changes');
      void vscode.window.showInformationMessage(asMessage(text), show).then(chosen => {
        if (chosen !== show) return;
        return this.environment.actOnLane('showChanges', { lane: lane.lane }, standingOf(repository));
      });
    }
  }
}
