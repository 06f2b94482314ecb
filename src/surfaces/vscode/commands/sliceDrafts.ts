import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import { sliceHeadings } from '../../../domain/decision/rationale.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { sliceClose } from '../../../operations/slice/sliceClose.js';
import type { slicePacket } from '../../../operations/slice/slicePacket.js';
import type { RepositoryRef } from '../repository/repositoryRef.js';
import type { RunOperation } from '../repository/runOperation.js';
import { setContextKey } from '../support/contextKey.js';
import { Disposables } from '../support/disposables.js';

export const closeDraftCommand = 'stateroom.slice.closeDraft';

type Packet = Pick<z.output<(typeof slicePacket)['output']>, 'slice' | 'changedFiles' | 'evidence'>;

/** Max files named in a draft. */
const namedFiles = 50;

interface Draft {
  /** The `S-2` of the slice, which is not unique across repositories. */
  readonly slice: string;
  /** Worktree of the request; the slice is closed there, whatever was edited meanwhile. */
  readonly at: RepositoryRef;
}

/** Drafts by the URIs of their untitled documents. */
const drafts = new Map<string, Draft>();

/** Opens a document for the decision that closes a slice, prefilled with known facts; it is submitted at `at`. */
export async function openSliceDraft(packet: Packet, at: RepositoryRef): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: draftText(packet) });
  drafts.set(document.uri.toString(), { slice: packet.slice.ref, at });
  await vscode.window.showTextDocument(document);
}

/** Returns the four headings, with the slice's changed files and evidence below the first two. */
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

/** Registers the ways to submit drafts: a line above the text, a button, a command. */
export function registerSliceDrafts(run: RunOperation): vscode.Disposable {
  const owned = new Disposables();
  const show = (): void => {
    const uri = vscode.window.activeTextEditor?.document.uri.toString() ?? '';
    setContextKey(contextKeys.sliceDraft, drafts.has(uri));
  };
  owned.add(vscode.commands.registerCommand(closeDraftCommand, () => closeDraft(run)));
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

async function closeDraft(run: RunOperation): Promise<unknown> {
  const document = vscode.window.activeTextEditor?.document;
  const draft = document && drafts.get(document.uri.toString());
  if (document === undefined || draft === undefined) return undefined;
  const input = { slice: draft.slice, rationale: document.getText() };
  const answer = await run(sliceClose, input, draft.at);
  // A refused draft stays open, to be fixed.
  if (answer === undefined || isRefusal(answer)) return answer;
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  return answer;
}
