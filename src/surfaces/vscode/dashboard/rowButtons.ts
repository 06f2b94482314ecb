import type { RowCommand } from '../../../present/viewRow.js';
import type { Card } from '../../../protocol/dashboardState.js';
import { actsOfRow, type OfferedAct, type OfferingRow, type RowContributions } from '../records/rowActs.js';
import type { ShownNode } from '../views/shownNode.js';

interface ButtonRow {
  readonly ref: string;
  readonly node: ShownNode;
  /** A command to put first, even if the row's menu has it further down. */
  readonly first?: string | undefined;
}

/** Buttons of one state of the page, as the manifest offers them for rows of views, and their commands by id. */
export class RowButtons {
  readonly #commands = new Map<string, RowCommand>();
  readonly #offered = new Map<string, readonly OfferedAct[]>();

  constructor(
    private readonly contributes: RowContributions,
    private readonly isTrusted: boolean,
  ) {}

  /** The buttons beside a row, without the rest of its menu. */
  of(row: OfferingRow, { ref, node, first }: ButtonRow): Card['acts'] {
    const acts = this.#offeredFor(row).filter(({ command, rank }) => rank !== 'more' || command === first);
    acts.sort((one, other) => Number(other.command === first) - Number(one.command === first));
    return acts.map(({ command, label }) => ({ id: this.add(ref, { command, arguments: [node] }), label }));
  }

  /** Id of the act that runs one of these commands on a row, the first that its menu offers; undefined for none. */
  move(row: OfferingRow, { ref, node }: ButtonRow, commands: readonly string[]): string | undefined {
    const offered = new Set(this.#offeredFor(row).map(({ command }) => command));
    const command = commands.find(one => offered.has(one));
    return command === undefined ? undefined : this.add(ref, { command, arguments: [node] });
  }

  /** Adds a command under an id of its own. */
  add(ref: string, command: RowCommand): string {
    const id = `${command.command} ${ref}`;
    this.#commands.set(id, command);
    return id;
  }

  /** The command of a button; undefined for one that is not on the page. */
  commandOf(id: string): RowCommand | undefined {
    return this.#commands.get(id);
  }

  #offeredFor(row: OfferingRow): OfferedAct[] {
    const key = `${row.view} ${row.traits}`;
    const offered = this.#offered.get(key) ?? actsOfRow(this.contributes, row, this.isTrusted);
    this.#offered.set(key, offered);
    return [...offered];
  }
}
