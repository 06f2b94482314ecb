import * as vscode from 'vscode';
import { chatParticipantId } from '../../../manifest/chat.js';
import { type AnswerTurn, answerChat, type ChatEnvironment } from './answerChat.js';
import { type AnswerMetadata, followupsOf } from './followups.js';

/** Registers `@stateroom` in the chat view. Reads nothing before the first request. */
export function registerChat(environment: ChatEnvironment, answer: AnswerTurn): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(chatParticipantId, (request, _history, stream, token) =>
    answerChat(environment, answer, request, stream, token),
  );
  participant.iconPath = new vscode.ThemeIcon('inbox');
  participant.followupProvider = {
    provideFollowups: result => followupsOf(result.metadata as AnswerMetadata | undefined),
  };
  return participant;
}
