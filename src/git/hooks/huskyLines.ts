import type { HookName } from './gitHooks.js';
import { callLine, mark } from './hookScript.js';

const begin = `# ${mark}: begin`;
const end = `# ${mark}: end`;
/** Says that the line end before the block is ours, so that taking it out leaves the file as it was. */
const joined = ' (the line end before this is ours)';

/** The script with our lines at its end; as it is when they are there. */
export function withOurLines(script: string | undefined, name: HookName): string {
  const text = script ?? '';
  if (hasOurLines(text, name)) return text;
  const needsEnd = text !== '' && !text.endsWith('\n');
  const block = `${begin}${needsEnd ? joined : ''}\n${callLine(name)} || exit $?\n${end}\n`;
  return `${text}${needsEnd ? '\n' : ''}${block}`;
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
  return script.includes(callLine(name));
}
