import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type WorkflowName, workflowNames } from '../../../domain/workflow/workflowNames.js';
import type { Log } from '../../../platform/log.js';
import type { Repository } from '../repository.js';
import { causeOf } from '../support/inEditorsLanguage.js';
import type { AnswerMetadata } from './followups.js';

export interface ChatTurn {
  readonly ritual: WorkflowName;
  readonly repository: Repository;
  readonly request: vscode.ChatRequest;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

export type AnswerTurn = (turn: ChatTurn) => Promise<AnswerMetadata>;

export interface ChatEnvironment {
  readonly repositories: { readonly active: Repository | undefined };
  readonly log: Log;
}

const nothing: AnswerMetadata = { mentions: [], asks: [] };

/** Writes the answer, or the failure, into the stream. A request without a command runs `context`. */
export async function answerChat(
  { repositories, log }: ChatEnvironment,
  answer: AnswerTurn,
  request: vscode.ChatRequest,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  const repository = repositories.active;
  if (repository === undefined) {
    stream.markdown(l10n.t('No folder in this window is in a git repository, so there is no queue to read.'));
    stream.button({ command: 'vscode.openFolder', title: l10n.t('Open Folder') });
    return { metadata: nothing };
  }
  try {
    const ritual = workflowNames.find(name => name === request.command) ?? 'context';
    return { metadata: await answer({ ritual, repository, request, stream, token }) };
  } catch (error) {
    if (token.isCancellationRequested) return { metadata: nothing };
    log.error('The chat could not be answered.', error);
    return {
      metadata: nothing,
      errorDetails: { message: l10n.t('Stateroom could not answer: {0}', causeOf(error)) },
    };
  }
}
