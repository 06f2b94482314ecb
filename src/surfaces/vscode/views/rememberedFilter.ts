import type * as vscode from 'vscode';
import type { Repository } from '../repository.js';

export function isFiltered(filter: object): boolean {
  return Object.values(filter).some(value => value !== undefined);
}

/** Returns true if a filter has all fields of `trait`; for a list, all its entries. */
export function hasTrait<Filter extends object>(filter: Filter, trait: Filter): boolean {
  const present = new Map<string, unknown>(Object.entries(filter));
  return Object.entries(trait).every(([name, value]) => {
    const there = present.get(name);
    return Array.isArray(value) ? value.every(one => listOf(there).includes(one)) : there === value;
  });
}

/** Adds a trait to a filter, or removes it if it is already set. */
export function toggled<Filter extends object>(filter: Filter, trait: Filter): Filter {
  const present = new Map<string, unknown>(Object.entries(filter));
  const isSet = hasTrait(filter, trait);
  const changes = Object.entries(trait).map(([name, value]): [string, unknown] => {
    if (!Array.isArray(value)) return [name, isSet ? undefined : value];
    const others = listOf(present.get(name)).filter(one => !value.includes(one));
    const list = isSet ? others : [...others, ...value];
    return [name, list.length === 0 ? undefined : list];
  });
  return { ...filter, ...Object.fromEntries(changes) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
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
