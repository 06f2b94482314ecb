import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { AnyOperation } from '../../../operations/operation.js';
import { CleanLines } from '../../../platform/cleanLines.js';
import type { InvokeOptions, Repository } from '../repository.js';

export function isLong({ progress }: AnyOperation): boolean {
  return progress === 'notification';
}

let runs: vscode.OutputChannel | undefined;

/** Shows the output channel of commands that Stateroom runs; created by the first of them. */
export function showRuns(): void {
  runs?.show(true);
}

/** Runs a long operation with cancellable progress; output of its commands goes to a channel. */
export function invokeLong(
  operation: AnyOperation,
  repository: Repository,
  input: Record<string, unknown>,
  { title = operation.title, ...options }: Pick<InvokeOptions, 'folder' | 'typed'> & { readonly title?: string } = {},
): Promise<unknown> {
  const place = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return Promise.resolve(
    vscode.window.withProgress(place, async (progress, token) => {
      const stop = new AbortController();
      const cancelled = token.onCancellationRequested(() => stop.abort());
      let shown = 0;
      const lines = new CleanLines();
      const append = (text: string): void => {
        if (text === '') return;
        runs ??= vscode.window.createOutputChannel(l10n.t('Stateroom Runs'));
        runs.append(text);
      };
      if (Array.isArray(input.command)) progress.report({ message: input.command.join(' ') });
      try {
        return await repository.invoke(operation, input, {
          ...options,
          signal: stop.signal,
          progress: (done, total, what) => {
            const percent = total === undefined || total === 0 ? 0 : (done / total) * 100;
            progress.report({ message: what, increment: Math.max(0, percent - shown) });
            shown = Math.max(shown, percent);
          },
          output: chunk => append(lines.add(chunk)),
        });
      } finally {
        append(lines.finish());
        cancelled.dispose();
      }
    }),
  );
}
