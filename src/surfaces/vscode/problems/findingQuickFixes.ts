import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { commandOf } from '../../../operations/commandOf.js';
import { findingDefer } from '../../../operations/finding/findingDefer.js';
import { findingFix } from '../../../operations/finding/findingFix.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { findingWontfix } from '../../../operations/finding/findingWontfix.js';
import { findingWorkItem } from '../../../operations/finding/findingWorkItem.js';
import { standingOfFile } from '../repository/repositoryRef.js';
import type { Repositories } from '../repository.js';
import { diagnosticSource } from './findingDiagnostics.js';
import { askAgentCommand } from './findingHover.js';

export function registerFindingQuickFixes(repositories: Pick<Repositories, 'repositoryFor'>): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: (document, _range, { diagnostics, only }) => {
      if (only !== undefined && !only.contains(vscode.CodeActionKind.QuickFix)) return [];
      const at = standingOfFile(repositories, document.uri);
      return diagnostics.flatMap(diagnostic => {
        const ref = refOf(diagnostic);
        return ref === undefined
          ? []
          : acts(ref).map(act => quickFix(diagnostic, act, [{ id: ref }, ...(at === undefined ? [] : [at])]));
      });
    },
  };
  return vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, provider, {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
  });
}

interface Act {
  readonly title: string;
  readonly command: string;
}

function acts(ref: string): readonly Act[] {
  return [
    { title: l10n.t('Ask an agent to fix {0}…', ref), command: askAgentCommand },
    { title: l10n.t('Mark {0} as fixed…', ref), command: commandOf(findingFix) },
    { title: l10n.t('Defer {0}…', ref), command: commandOf(findingDefer) },
    { title: l10n.t('Mark {0} as won’t fix…', ref), command: commandOf(findingWontfix) },
    { title: l10n.t('Create work item from {0}', ref), command: commandOf(findingWorkItem) },
    { title: l10n.t('Open {0}', ref), command: commandOf(findingShow) },
  ];
}

function quickFix(diagnostic: vscode.Diagnostic, { title, command }: Act, input: unknown[]): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  action.command = { title, command, arguments: input };
  return action;
}

function refOf({ source, code }: vscode.Diagnostic): string | undefined {
  if (source !== diagnosticSource || typeof code !== 'object') return undefined;
  return String(code.value);
}
