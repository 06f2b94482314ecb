import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asMessage } from '../support/plainText.js';

/** Result of a dry run: remote and branch of a push. */
interface Proposal {
  readonly lane: string;
  readonly branch: string;
  readonly base: string;
  readonly remote: { readonly name: string; readonly url: string };
  readonly page: string | null;
}

/** Returns what pushing a lane would do; throws if there is no remote. */
export async function readProposal(repository: Repository, { lane }: Lane): Promise<Proposal> {
  return invokeOrThrow(repository, (await loadLaneOperations()).workerPropose, { lane, dryRun: true });
}

/** Decides which of push and local merge are offered to the person. */
export async function proposalOffer(
  repository: Repository,
  { lane }: Lane,
): Promise<{ readonly isOffered: boolean; readonly mergesHere: boolean }> {
  const answer = await repository.invoke((await loadLaneOperations()).workerPropose, { lane, dryRun: true });
  if (isRefusal(answer)) return { isOffered: false, mergesHere: true };
  return { isOffered: answer.page !== null || !answer.mergesHere, mergesHere: answer.mergesHere };
}

export async function mayPush({ branch, base, remote, page }: Proposal): Promise<boolean> {
  const push = l10n.t('Push');
  const text = l10n.t('Push {0} to {1} ({2})?', oneLine(branch), remote.name, oneLine(remote.url));
  const detail =
    page === null
      ? l10n.t('Open the pull request into {0} at the git host then: its pages are not known.', oneLine(base))
      : l10n.t('The page that opens the pull request into {0} is shown then.', oneLine(base));
  return (await vscode.window.showWarningMessage(asMessage(text), { modal: true, detail }, push)) === push;
}

/** Pushes an approved lane through its gate, and opens the page for its pull request. */
export async function propose(repository: Repository, { lane }: Lane): Promise<unknown> {
  const { workerPropose } = await loadLaneOperations();
  const place = { location: vscode.ProgressLocation.Notification, title: l10n.t('Pushing {0}…', lane) };
  const push = () => invokeOrThrow(repository, workerPropose, { lane });
  const done = await vscode.window.withProgress(place, push);
  if (done.page !== null) await vscode.env.openExternal(vscode.Uri.parse(done.page, true));
  const text = l10n.t('Pushed {0} to {1}.', oneLine(done.branch), done.remote.name);
  void vscode.window.showInformationMessage(asMessage(text));
  return { pushed: done.commit, page: done.page };
}
