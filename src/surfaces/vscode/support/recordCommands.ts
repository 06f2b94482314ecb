import type { RowCommand } from '../../../present/viewRow.js';

/** What buttons do, by their ids: the page sends an id, and nothing that is not here is run. */
export class RecordCommands {
  readonly #commands = new Map<string, RowCommand>();

  /** Names a command for the page. */
  add(id: string, label: string, command: RowCommand): { readonly id: string; readonly label: string } {
    this.#commands.set(id, command);
    return { id, label };
  }

  get(id: string): RowCommand | undefined {
    return this.#commands.get(id);
  }
}
