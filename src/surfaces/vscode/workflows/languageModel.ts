import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { redactTokens } from '../../../platform/redact.js';
import type { WorkflowModel } from '../../../workflows/converse.js';
import { causeOf } from '../support/inEditorsLanguage.js';

/** The model that the person chose for a request, as workflows ask it. */
export function workflowModel(model: vscode.LanguageModelChat, token: vscode.CancellationToken): WorkflowModel {
  return {
    maxInputTokens: model.maxInputTokens,
    // Models count where they are, and see what they count.
    countTokens: text => model.countTokens(redactTokens(text), token),
    async *send(messages) {
      // The last check: no token may leave in a prompt.
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
        // What comes after the person has called it off is no one's.
        if (token.isCancellationRequested) throw new vscode.CancellationError();
        yield piece;
      }
    },
  };
}

/** Why no model answered, in one sentence. */
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
