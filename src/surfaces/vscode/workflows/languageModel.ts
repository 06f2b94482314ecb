import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { redactTokens } from '../../../platform/redact.js';
import type { WorkflowModel } from '../../../workflows/converse.js';
import { causeOf } from '../support/inEditorsLanguage.js';

export function workflowModel(model: vscode.LanguageModelChat, token: vscode.CancellationToken): WorkflowModel {
  return {
    maxInputTokens: model.maxInputTokens,
    // Counting may run remotely and exposes the text to the model's provider.
    countTokens: text => model.countTokens(redactTokens(text), token),
    async *send(messages) {
      // Last check: no token may leave in a prompt.
      const prompt = messages
        .map(redactTokens)
        .map((text, index) =>
          index % 2 === 0
            ? vscode.LanguageModelChatMessage.User(text)
            : vscode.LanguageModelChatMessage.Assistant(text),
        );
      const justification = l10n.t('You sent this request to Stateroom in the chat.');
      const response = await model.sendRequest(prompt, { justification }, token);
      for await (const piece of response.text) {
        // Discard output that arrives after cancellation.
        if (token.isCancellationRequested) throw new vscode.CancellationError();
        yield piece;
      }
    },
  };
}

/** Returns the reason why no model answered, as one sentence. */
export function whyNoModel(error: unknown): string {
  if (error instanceof vscode.LanguageModelError) {
    switch (error.code) {
      case vscode.LanguageModelError.NoPermissions.name:
        return l10n.t('Stateroom is not allowed to use a language model here. Allow it when prompted, and try again.');
      case vscode.LanguageModelError.NotFound.name:
        return l10n.t('The selected language model is no longer available. Select another one and try again.');
      case vscode.LanguageModelError.Blocked.name:
        return l10n.t('The language model refused the request, or its quota is used up. Try again later.');
    }
  }
  const cause = causeOf(error);
  if (/quota|rate.?limit|too many requests/i.test(cause)) {
    return l10n.t('The language model refused the request, or its quota is used up. Try again later.');
  }
  return l10n.t('The language model did not respond: {0}', cause.replace(/\s+/g, ' ').trim().slice(0, 200));
}
