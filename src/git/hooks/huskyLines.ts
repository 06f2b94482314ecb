import type { HookName } from './gitHooks.js';
import { mark, placeOfLines, scriptLines } from './hookScript.js';

const begin = `# ${mark}: begin`;
const end = `# ${mark}: end`;
/** Marks a line end before the block as ours, so that removal restores the file. */
const joined = ' (the line end before this is ours)';

/** An `exit` or `exec` above could skip our lines. Husky 8 restarts the script from a line at its top. */
const atTop = /^(?:(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*(?:\.|source)[ \t].*husky\.sh.*(?:\n|$)|#!.*(?:\n|$))?/;

/** Puts our lines before the script's own commands; returns the script unchanged if it has them. */
export function withOurLines(script: string | undefined, name: HookName): string {
  const theirs = withoutOurLines(script ?? '') ?? '';
  if (hasOurLines(theirs, name)) return script ?? '';
  const top = atTop.exec(theirs)?.[0] ?? '';
  const needsEnd = top !== '' && !top.endsWith('\n');
  const block = `${begin}${needsEnd ? joined : ''}\n${scriptLines(name)}${end}\n`;
  return `${top}${needsEnd ? '\n' : ''}${block}${theirs.slice(top.length)}`;
}

/** Returns undefined if only our lines are in it: then the file was ours. */
export function withoutOurLines(script: string): string | undefined {
  const from = script.indexOf(begin);
  const to = script.indexOf(`${end}\n`, from);
  if (from === -1 || to === -1) return script;
  const wasJoined = script.startsWith(`${begin}${joined}`, from);
  const rest = script.slice(0, wasJoined ? from - 1 : from) + script.slice(to + end.length + 1);
  return rest === '' ? undefined : rest;
}

export function hasOurLines(script: string, name: HookName): boolean {
  return placeOfLines(script, name) !== -1;
}
