import { expect, it, vi } from 'vitest';
import { RefusalError, refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import { registerCommands } from './registerCommands.js';

const commands = vi.hoisted(() => new Map<string, () => Promise<unknown>>());

vi.mock('vscode', () => ({
  Disposable: { from: () => undefined },
  commands: { registerCommand: (name: string, run: () => Promise<unknown>) => commands.set(name, run) },
}));

it('offers the next step in the repository where a command was refused, whatever is edited by then', async () => {
  const repositories = { active: 'shop' };
  const shown: unknown[] = [];
  const notice = { show: (...args: unknown[]) => shown.push(args) };
  const busy = refuse('store_locked', verbatim('The store is busy.'));
  const refused = async (): Promise<void> => {
    await Promise.resolve();
    repositories.active = 'bakery';
    throw new RefusalError(busy);
  };
  const turned = (): Promise<void> => {
    repositories.active = 'library';
    return refused();
  };
  registerCommands({ notice, repositories } as never, { refused, turned });
  await commands.get('stateroom.refused')?.();
  // A command may first turn the window to the repository that it is about.
  await commands.get('stateroom.turned')?.();
  expect(shown).toEqual([
    [busy, 'shop'],
    [busy, 'library'],
  ]);
});
