import type { McpShape } from '../operations/operation.js';

/** Name of the tool that runs actions which no tool lists. */
export const moreName = 'more';

/** Tools that few sessions need: not listed, but reached with `more`. Values are for its description. */
export const rareTools: Readonly<Record<string, string>> = {
  runs: 'investigations with hypotheses',
  plans: 'checklists of Markdown files',
  compaction: 'save context before it is cut',
  archive: 'finished and dead tasks, retrospective',
};

/** Returns `tool {"action":"next","kind":"bug"}`, with which a client that knows only the list can run an action. */
export function callText({ tool, kind, action, listed }: McpShape, input: Readonly<Record<string, unknown>>): string {
  const named = { ...(kind === undefined ? {} : { kind }), ...(action === '' ? {} : { action }) };
  if (!Object.hasOwn(rareTools, tool) && listed !== 'never') return `${tool} ${JSON.stringify({ ...named, ...input })}`;
  const options = Object.keys(input).length === 0 ? {} : { options: input };
  return `${moreName} ${JSON.stringify({ tool, ...named, ...options })}`;
}
