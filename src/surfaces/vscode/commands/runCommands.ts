import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { sayDone } from '../support/sayDone.js';
import { isShownNode } from '../views/shownNode.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { registerCommands } from './registerCommands.js';

export function registerRunCommands(environment: CommandEnvironment): vscode.Disposable {
  return registerCommands(environment, {
    'runs.refresh': () => environment.runsView.refresh(),
    'runs.copyReference': async node => {
      const reference = isShownNode(node) ? node.row.reference : undefined;
      if (typeof reference !== 'string') return;
      await vscode.env.clipboard.writeText(reference);
      sayDone(l10n.t('Copied {0}', reference));
    },
  });
}
