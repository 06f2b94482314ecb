import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Repository } from '../repository.js';
import { asMessage } from '../support/plainText.js';
import { sayDone } from '../support/sayDone.js';
import { readSettings, writeSettings } from '../support/settingsFile.js';
import type { CommandEnvironment } from './commandEnvironment.js';

const patterns = ['.env*'];

/** Offers to copy the local settings that a new lane lacks, into it and later ones of this clone; asks once a clone. */
export async function offerCopy(
  repository: Repository,
  lane: string,
  missing: readonly string[],
  { notice }: CommandEnvironment,
): Promise<void> {
  const [copy, never] = [l10n.t('Copy into Lanes'), l10n.t('Never')];
  const text = l10n.t('{0} is not part of the repository, so lane {1} lacks it.', missing.join(', '), lane);
  const chosen = await vscode.window.showInformationMessage(asMessage(text), copy, never);
  if (chosen !== copy && chosen !== never) return;
  const uri = vscode.Uri.file(join(repository.id, 'stateroom', 'config.json'));
  const settings = await readSettings(uri);
  if (settings === undefined) {
    void vscode.window.showErrorMessage(asMessage(l10n.t('{0} is not valid. Correct it first.', uri.fsPath)));
    return;
  }
  const own = (settings.lane ?? {}) as object;
  await writeSettings(uri, { ...settings, lane: { ...own, copy: chosen === copy ? patterns : [] } });
  if (chosen === never) return;
  const { laneSetup } = await loadLaneOperations();
  const answer = await repository.invoke(laneSetup, { lane, copyOnly: true });
  if (isRefusal(answer)) notice.show(answer, repository);
  else sayDone(l10n.t('Copied {0}; see lane.copy in {1}', answer.copied.join(', '), uri.fsPath));
}
