import * as vscode from 'vscode';
import { RefusalError } from '../../../domain/refusal/refusal.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import type { CommandEnvironment } from './commandEnvironment.js';

type Shown = Pick<CommandEnvironment, 'notice' | 'repositories'>;
type Run = (...args: unknown[]) => unknown;

/** Registers commands by name without `stateroom.`. External callers get English texts; refusals are shown. */
export function registerCommands(environment: Shown, commands: Readonly<Record<string, Run>>): vscode.Disposable {
  const register = ([name, run]: [string, Run]): vscode.Disposable =>
    vscode.commands.registerCommand(`stateroom.${name}`, async (...args: unknown[]) =>
      inEnglish(await showingRefusal(environment, async () => run(...args))),
    );
  return vscode.Disposable.from(...Object.entries(commands).map(register));
}

/** Runs an act; if it throws a refusal, shows that to the person and resolves with undefined. */
export async function showingRefusal<T>(
  { notice, repositories }: Shown,
  act: () => Promise<T>,
): Promise<T | undefined> {
  const running = act();
  // The subject is shown once it has started; another repository may be shown by the time that it refuses.
  const repository = repositories.active;
  try {
    return await running;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    notice.show(error.refusal, repository);
    return undefined;
  }
}
