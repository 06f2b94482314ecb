import type { RowCommand } from '../../../present/viewRow.js';

/** Commands of buttons by id: the page sends an id, and only commands listed here can run. */
export class RecordCommands {
  readonly #commands = new Map<string, RowCommand>();

  add(id: string, label: string, command: RowCommand): { readonly id: string; readonly label: string } {
    this.#commands.set(id, command);
    return { id, label };
  }

  get(id: string): RowCommand | undefined {
    return this.#commands.get(id);
  }
}
