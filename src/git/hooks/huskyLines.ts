import type { HookName } from './gitHooks.js';
import { mark, placeOfLines, scriptLines } from './hookScript.js';

const begin = `# ${mark}: begin`;
const end = `# ${mark}: end`;
/** Says that the line end before the block is ours, so that taking it out leaves the file as it was. */
const joined = ' (the line end before this is ours)';

/**
 * Where our lines go: what is behind the script's own commands is not reached after an `exit` or `exec`. Husky 8 starts the script
 * again from a line at its top.
 */
const atTop = /^(?:(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*(?:\.|source)[ \t].*husky\.sh.*(?:\n|$)|#!.*(?:\n|$))?/;

/** The script with our lines before its own commands; as it is when they are there. */
export function withOurLines(script: string | undefined, name: HookName): string {
  const theirs = withoutOurLines(script ?? '') ?? '';
  if (hasOurLines(theirs, name)) return script ?? '';
  const top = atTop.exec(theirs)?.[0] ?? '';
  const needsEnd = top !== '' && !top.endsWith('\n');
  const block = `${begin}${needsEnd ? joined : ''}\n${scriptLines(name)}${end}\n`;
  return `${top}${needsEnd ? '\n' : ''}${block}${theirs.slice(top.length)}`;
}

/** The script without our lines; undefined when nothing else is in it, because then the file was ours. */
export function withoutOurLines(script: string): string | undefined {
  const from = script.indexOf(begin);
  const to = script.indexOf(`${end}\n`, from);
  if (from === -1 || to === -1) return script;
  const wasJoined = script.startsWith(`${begin}${joined}`, from);
  const rest = script.slice(0, wasJoined ? from - 1 : from) + script.slice(to + end.length + 1);
  return rest === '' ? undefined : rest;
}

/** True when our lines for this hook are in the script. */
export function hasOurLines(script: string, name: HookName): boolean {
  return placeOfLines(script, name) !== -1;
}
