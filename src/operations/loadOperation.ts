import { groupNameOf } from './groupNameOf.js';
import type { Group } from './groupsByWord.generated.js';
import { loadGroup } from './loadGroup.generated.js';
import type { AnyOperation } from './operation.js';

/** Loads an operation's group alone; undefined for an unknown name. */
export async function loadOperation(name: string): Promise<AnyOperation | undefined> {
  const group = groupNameOf(name);
  if (!Object.hasOwn(loadGroup, group)) return undefined;
  return Object.values(await loadGroup[group as Group]()).find(operation => operation.name === name);
}
