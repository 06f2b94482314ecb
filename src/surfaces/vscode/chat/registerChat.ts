import * as vscode from 'vscode';
import { chatParticipantId } from '../../../manifest/chat.js';
import type { Log } from '../../../platform/log.js';
import type { Repositories } from '../repository.js';
import type { WorkflowsPart } from '../workflows/workflowsPart.js';
import { ChatAnswer } from './chatAnswer.js';
import { type AnswerMetadata, followupsOf } from './followups.js';

/** `@stateroom` in the chat view. Reads nothing until it is asked. */
export function registerChat(
  _context: vscode.ExtensionContext,
  repositories: Repositories,
  workflows: WorkflowsPart,
  log: Log,
): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(chatParticipantId, (request, _history, stream, token) =>
    new ChatAnswer(repositories, workflows, log, stream, token).to(request),
  );
  participant.iconPath = new vscode.ThemeIcon('inbox');
  participant.followupProvider = {
    provideFollowups: result => followupsOf(result.metadata as AnswerMetadata | undefined),
  };
  return participant;
}
