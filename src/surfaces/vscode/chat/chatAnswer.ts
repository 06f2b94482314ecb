import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Log } from '../../../platform/log.js';
import type { Repositories } from '../repository.js';
import { causeOf } from '../support/inEditorsLanguage.js';
import { isWorkflow, type WorkflowsPart } from '../workflows/workflowsPart.js';
import type { AnswerMetadata } from './followups.js';

const nothing: AnswerMetadata = { mentions: [], asks: [] };

/** One answer in the chat view. Words without a command are a question, which `context` answers. */
export class ChatAnswer {
  constructor(
    private readonly repositories: Repositories,
    private readonly workflows: Pick<WorkflowsPart, 'answer'>,
    private readonly log: Log,
    private readonly stream: vscode.ChatResponseStream,
    private readonly token: vscode.CancellationToken,
  ) {}

  /** Writes the answer into the stream; what went wrong is said there too. */
  async to(request: vscode.ChatRequest): Promise<vscode.ChatResult> {
    const repository = this.repositories.active;
    if (repository === undefined) {
      this.stream.markdown(l10n.t('No folder in this window is in a git repository, so there is no queue to read.'));
      this.stream.button({ command: 'vscode.openFolder', title: l10n.t('Open Folder') });
      return { metadata: nothing };
    }
    try {
      const ritual = isWorkflow(request.command) ? request.command : 'context';
      const turn = { ritual, repository, request, stream: this.stream, token: this.token };
      return { metadata: await this.workflows.answer(turn) };
    } catch (error) {
      if (this.token.isCancellationRequested) return { metadata: nothing };
      this.log.error('The chat could not be answered.', error);
      return {
        metadata: nothing,
        errorDetails: { message: l10n.t('Stateroom could not answer: {0}', causeOf(error)) },
      };
    }
  }
}
