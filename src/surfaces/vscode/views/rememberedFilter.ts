import type * as vscode from 'vscode';
import type { Repository } from '../repository.js';

/** Whether a filter narrows anything: a field that is absent or undefined does not. */
export function isFiltered(filter: object): boolean {
  return Object.values(filter).some(value => value !== undefined);
}

/** Whether a filter has all fields of `trait`. */
export function hasTrait<Filter extends object>(filter: Filter, trait: Filter): boolean {
  const present = new Map(Object.entries(filter));
  return Object.entries(trait).every(([name, value]) => present.get(name) === value);
}

/** Narrows a filter by one more trait, or takes the trait away when it is set already. */
export function toggled<Filter extends object>(filter: Filter, trait: Filter): Filter {
  if (!hasTrait(filter, trait)) return { ...filter, ...trait };
  return { ...filter, ...Object.fromEntries(Object.keys(trait).map(name => [name, undefined])) };
}

/** The filter of a view, remembered for this workspace and repository. */
export class RememberedFilter<Filter extends object> {
  current: Filter;

  /** `read` returns a filter for any stored value. */
  constructor(
    private readonly memory: vscode.Memento,
    private readonly key: string,
    private readonly read: (value: unknown) => Filter,
  ) {
    this.current = read(undefined);
  }

  /** Takes what was remembered of this repository. */
  load(repository: Repository | undefined): void {
    this.current = this.read(this.memory.get(this.keyOf(repository)));
  }

  async set(filter: Filter, repository: Repository | undefined): Promise<void> {
    this.current = filter;
    await this.memory.update(this.keyOf(repository), isFiltered(filter) ? filter : undefined);
  }

  private keyOf(repository: Repository | undefined): string {
    return `${this.key}.${repository?.id ?? ''}`;
  }
}
