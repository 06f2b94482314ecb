import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import { sliceHeadings } from '../../../domain/decision/rationale.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { commandOf } from '../../../operations/commandOf.js';
import { sliceClose } from '../../../operations/slice/sliceClose.js';
import type { slicePacket } from '../../../operations/slice/slicePacket.js';
import type { RepositoryRef } from '../repository/repositoryRef.js';
import { setContextKey } from '../support/contextKey.js';
import { Disposables } from '../support/disposables.js';

/** Closes the slice of the draft that the active editor shows. */
export const closeDraftCommand = 'stateroom.slice.closeDraft';

/** What the four headings of a slice's decision begin with. */
type Packet = Pick<z.output<(typeof slicePacket)['output']>, 'slice' | 'changedFiles' | 'evidence'>;

/** Files that a draft names; who changed more says it in words. */
const namedFiles = 50;

/** What a draft closes. */
interface Draft {
  /** The `S-2` of the slice; other repositories have one of this name too. */
  readonly slice: string;
  /** Where it was asked for: it is closed there, whatever was edited meanwhile. */
  readonly at: RepositoryRef;
}

/** Drafts by the untitled documents in which they are written. */
const drafts = new Map<string, Draft>();

/** Opens a document in which the decision that closes a slice is written, with what is known filled in; it is submitted at `at`. */
export async function openSliceDraft(packet: Packet, at: RepositoryRef): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: draftText(packet) });
  drafts.set(document.uri.toString(), { slice: packet.slice.ref, at });
  await vscode.window.showTextDocument(document);
}

/** The four headings, with the changed files and the evidence of the slice below the first two. */
export function draftText({ changedFiles, evidence }: Packet): string {
  const files = changedFiles.slice(0, namedFiles).map(path => `- ${oneLine(path)}`);
  const proofs = evidence
    .filter(({ passed }) => passed)
    .map(
      ({ ref, command, fresh }) => `- ${ref}: ${oneLine(command)}${fresh === false ? ' (on a different tree)' : ''}`,
    );
  const parts = [files, proofs, ['None'], ['None']];
  return `${sliceHeadings.map((heading, index) => `${heading}\n\n${(parts[index] ?? []).join('\n')}`).join('\n\n')}\n`;
}

/** Registers how drafts are submitted: a line above the text, a button, a command. */
export function registerSliceDrafts(): vscode.Disposable {
  const owned = new Disposables();
  const show = (): void => {
    const uri = vscode.window.activeTextEditor?.document.uri.toString() ?? '';
    setContextKey(contextKeys.sliceDraft, drafts.has(uri));
  };
  owned.add(vscode.commands.registerCommand(closeDraftCommand, () => closeDraft()));
  owned.add(vscode.window.onDidChangeActiveTextEditor(show));
  owned.add(
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      drafts.delete(uri.toString());
      show();
    }),
  );
  owned.add(
    vscode.languages.registerCodeLensProvider(
      { language: 'markdown', scheme: 'untitled' },
      {
        provideCodeLenses: ({ uri }) => {
          const draft = drafts.get(uri.toString());
          if (draft === undefined) return [];
          const title = l10n.t('$(check) Close {0} with this decision', draft.slice);
          return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command: closeDraftCommand })];
        },
      },
    ),
  );
  return owned;
}

async function closeDraft(): Promise<unknown> {
  const document = vscode.window.activeTextEditor?.document;
  const draft = document && drafts.get(document.uri.toString());
  if (document === undefined || draft === undefined) return undefined;
  const input = { slice: draft.slice, rationale: document.getText() };
  const answer: unknown = await vscode.commands.executeCommand(commandOf(sliceClose), input, draft.at);
  // What was refused stays open, to be fixed.
  if (answer === undefined || isRefusal(answer)) return answer;
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  return answer;
}
