import * as vscode from 'vscode';
import { RefusalError } from '../../../domain/refusal/refusal.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import type { CommandEnvironment } from './commandEnvironment.js';

type Run = (...args: unknown[]) => unknown;

/** Registers commands by their names without `stateroom.`. External callers get English texts; the person is shown refusals. */
export function registerCommands(
  { notice, repositories }: Pick<CommandEnvironment, 'notice' | 'repositories'>,
  commands: Readonly<Record<string, Run>>,
): vscode.Disposable {
  const register = ([name, run]: [string, Run]): vscode.Disposable =>
    vscode.commands.registerCommand(`stateroom.${name}`, async (...args: unknown[]) => {
      const running = (async () => run(...args))();
      // The subject is shown once it has started; another repository may be shown by the time that it refuses.
      const repository = repositories.active;
      try {
        return inEnglish(await running);
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        notice.show(error.refusal, repository);
        return undefined;
      }
    });
  return vscode.Disposable.from(...Object.entries(commands).map(register));
}
