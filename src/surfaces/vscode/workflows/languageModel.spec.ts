import { expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { workflowModel } from './languageModel.js';

vi.mock('vscode', () => ({
  l10n: { t: (message: string) => message },
  LanguageModelChatMessage: { User: (text: string) => text, Assistant: (text: string) => text },
}));

it('gives a model no token, neither to answer nor to count', async () => {
  /** Put together here, so that nothing in this file has the shape of a token. */
  const token = ['ghp_', 'a1B2'.repeat(9)].join('');
  const given: unknown[] = [];
  const chat = {
    maxInputTokens: 1000,
    countTokens: async (text: string) => {
      given.push(text);
      return 7;
    },
    sendRequest: async (messages: string[]) => {
      given.push(...messages);
      return {
        text: (async function* () {
          yield 'done';
        })(),
      };
    },
  };
  const calledOff = { isCancellationRequested: false };
  const model = workflowModel(
    chat as unknown as vscode.LanguageModelChat,
    calledOff as unknown as vscode.CancellationToken,
  );
  expect(await model.countTokens(`the key ${token} of ann`)).toBe(7);
  const pieces: string[] = [];
  for await (const piece of model.send([`use ${token}`, `said ${token}`])) pieces.push(piece);
  expect(pieces).toEqual(['done']);
  expect(given).toEqual(['the key [redacted] of ann', 'use [redacted]', 'said [redacted]']);
});
