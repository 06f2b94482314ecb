import * as vscode from 'vscode';
import { RefusalError } from '../../../domain/refusal/refusal.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import type { CommandEnvironment } from './commandEnvironment.js';

type Run = (...args: unknown[]) => unknown;

/**
 * Registers commands by their names below `stateroom.`. Whoever calls one from outside is given English texts; what the store
 * refuses in it is shown to the person.
 */
export function registerCommands(
  { notice, repositories }: Pick<CommandEnvironment, 'notice' | 'repositories'>,
  commands: Readonly<Record<string, Run>>,
): vscode.Disposable {
  const register = ([name, run]: [string, Run]): vscode.Disposable =>
    vscode.commands.registerCommand(`stateroom.${name}`, async (...args: unknown[]) => {
      const running = (async () => run(...args))();
      // What it is about is shown once it has begun. Another one may be shown by the time that it refuses.
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
