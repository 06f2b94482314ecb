import { type HookName, hookNames } from './gitHooks.js';
import { placeOfLines, scriptLines } from './hookScript.js';
import { withoutOurLines } from './huskyLines.js';
import { lefthookText } from './managerText.js';

/** Returns true if a file gained only lines of `hooks install`, and lost none. `before` is undefined for a new file. */
export function addsOnlyOurLines(before: string | undefined, after: string): boolean {
  const has = (text: string, name: HookName) => placeOfLines(text, name) !== -1;
  if (before === after || !hookNames.some(name => has(after, name))) return false;
  if (before !== undefined && hookNames.some(name => has(before, name) && !has(after, name))) return false;
  const left = theirsOf(after);
  return before === undefined ? left === '' || left === '#!/bin/sh' : left === theirsOf(before);
}

function theirsOf(text: string): string {
  let left = withoutOurLines(text) ?? '';
  for (const name of hookNames) {
    for (const ours of [scriptLines(name), lefthookText([name])]) left = left.replace(ours, '');
  }
  return left.trimEnd();
}
