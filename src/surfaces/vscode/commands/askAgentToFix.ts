import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { isOfLane } from '../problems/laneFindings.js';
import { standingOf } from '../repository/repositoryRef.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asMessage } from '../support/plainText.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { readLanes } from './lanePicker.js';

type Commands = Pick<CommandEnvironment, 'run' | 'actOnLane'>;

const openChat = 'workbench.action.chat.open';

/** Opens a chat request to fix a finding, or offers to send it to the lane's agent; without a chat, to copy it. */
export async function askAgentToFix(
  environment: Commands,
  repository: Repository,
  id: string,
  top: string | undefined,
): Promise<void> {
  const { places } = await invokeOrThrow(
    repository,
    findingLocate,
    { ids: [id] },
    top === undefined ? {} : { folder: top },
  );
  const [place] = places;
  if (place === undefined) return;
  const { finding, path, lineStart, lineEnd } = place;
  if (finding.status !== 'open') {
    void vscode.window.showInformationMessage(l10n.t('{0} is not open. Reopen it to have it fixed.', finding.ref));
    return;
  }
  const hasChat = (await vscode.commands.getCommands(true)).includes(openChat);
  const lane = (await repository.hasLanes())
    ? (await readLanes(repository, false)).find(one => one.state === 'WORKING' && isOfLane(finding, one))
    : undefined;
  if (
    lane !== undefined &&
    (await sendToLane(environment, repository, lane, { finding: finding.ref, hasChat })) !== 'chat'
  )
    return;
  if (!hasChat) {
    await offerRequest(finding.ref);
    return;
  }
  const uri = top === undefined ? undefined : vscode.Uri.file(join(top, path));
  const lines = lineStart === null ? undefined : new vscode.Range(lineStart - 1, 0, (lineEnd ?? lineStart) - 1, 10_000);
  await vscode.commands.executeCommand(openChat, {
    query: `@stateroom /auto-fix ${finding.ref}`,
    isPartialQuery: true,
    attachFiles: uri === undefined ? [] : [lines === undefined ? uri : { uri, range: lines }],
  });
}

/** Sends the request to the lane's agent; starts one if none sends heartbeats. Resolves with `chat` if preferred. */
async function sendToLane(
  { run, actOnLane }: Commands,
  repository: Repository,
  { ref, lane, worker }: Lane,
  { finding, hasChat }: { readonly finding: string; readonly hasChat: boolean },
): Promise<'chat' | 'done'> {
  const isAlive = worker !== null && ['ok', 'WAITING', 'WARN'].includes(worker.liveness);
  const send = isAlive ? l10n.t('Send to Agent') : l10n.t('Start Agent');
  const chat = l10n.t('Open Chat');
  const question = isAlive
    ? l10n.t('{0} is working in {1}.', worker.agent ?? l10n.t('An agent'), ref)
    : l10n.t('No agent is running in {0}, which {1} belongs to.', ref, finding);
  const buttons = hasChat ? [send, chat] : [send];
  const chosen = await vscode.window.showInformationMessage(asMessage(question), ...buttons);
  if (chosen === chat) return 'chat';
  if (chosen !== send) return 'done';
  const { messageSend } = await loadLaneOperations();
  // Addressed to the agent and stored, hence in English.
  const text = `Fix ${finding}, and mark it as fixed.`;
  const at = standingOf(repository);
  await run(messageSend, { to: lane, kind: 'note', text }, at);
  if (!isAlive) await actOnLane('startAgent', { lane }, at);
  return 'done';
}

async function offerRequest(ref: string): Promise<void> {
  const copy = l10n.t('Copy Request');
  const text = l10n.t('This editor has no chat. You can ask an agent in a terminal to fix {0}.', ref);
  if ((await vscode.window.showInformationMessage(asMessage(text), copy)) !== copy) return;
  const request = `Fix the finding ${ref}: read it with \`stateroom finding show ${ref}\`, mend the code, commit, and mark it with \`stateroom finding fix ${ref}\`.`;
  await vscode.env.clipboard.writeText(request);
}
