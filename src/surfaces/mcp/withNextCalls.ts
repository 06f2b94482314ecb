import { callText } from '../../manifest/rareTools.js';
import { isMessage, type Message, made, verbatim } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { commandLineOf, commandPath } from '../../operations/commandLine.js';
import { commandsOf, type FindOperation, type FoundStep, withSteps } from '../../operations/nextSteps.js';
import type { AnyOperation } from '../../operations/operation.js';

/**
 * Appends to hints the calls for the next step, or a person's command, and turns commands in Stateroom's sentences into calls;
 * texts of records stay. `find` loads an operation; default: from the whole catalogue.
 */
export async function withNextCalls<Value>(value: Value, find?: FindOperation): Promise<Value> {
  const advised = await withSteps(
    value,
    steps => {
      const calls = steps.flatMap(callOf);
      if (calls.length > 0) return `Call ${calls.join(' or ')}.`;
      return `Ask a person to run ${commandsOf(steps)}.`;
    },
    find,
  );
  if (!namesCommands(advised)) return advised;
  const { catalogue } = await import('../../operations/catalogue.js');
  return rewritten(advised, catalogue) as Value;
}

/** True if the value contains a command or flag to rewrite; other answers are not copied. */
function namesCommands(value: unknown): boolean {
  if (isMessage(value)) return /`|--[a-z]/.test(say(value));
  return typeof value === 'object' && value !== null && Object.values(value).some(namesCommands);
}

function rewritten(value: unknown, catalogue: readonly AnyOperation[]): unknown {
  if (isMessage(value)) return verbatim(inCalls(value, catalogue));
  if (Array.isArray(value)) return value.map(part => rewritten(part, catalogue));
  if (typeof value !== 'object' || value === null) return value;
  const prototype = Object.getPrototypeOf(value) as unknown;
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rewritten(part, catalogue)]));
}

/**
 * Rewrites "`lane list`" to `manage_worktree_lane {"action":"list"}` and --from to "from"; keeps people's commands and inserted
 * values.
 */
function inCalls(sentence: Message, catalogue: readonly AnyOperation[]): string {
  const texts: string[] = [];
  const withoutTexts = ({ values, ...rest }: Message): Message =>
    made({
      ...rest,
      values: Object.fromEntries(
        Object.entries(values).map(([name, value]) => {
          if (typeof value === 'string') return [name, `\0${texts.push(value) - 1}\0`];
          return [name, isMessage(value) ? withoutTexts(value) : value];
        }),
      ),
    });
  return say(withoutTexts(sentence))
    .split('`')
    .map((part, index) => (index % 2 === 0 ? inFields(part) : (callNamed(part, catalogue) ?? `\`${part}\``)))
    .join('')
    .replace(/\0(\d+)\0/g, (_, index: string) => texts[Number(index)] ?? '');
}

function callNamed(command: string, catalogue: readonly AnyOperation[]): string | undefined {
  const words = `${command.replace(/^stateroom /, '')} `;
  const named = catalogue.find(operation => words.startsWith(`${commandPath(operation).join(' ')} `));
  if (named === undefined || named.mcp === null || !named.roles.includes('agent')) return undefined;
  return callText(named.mcp, {});
}

function inFields(text: string): string {
  return text.replace(/(?<![\w-])--([a-z]+(?:-[a-z]+)*)/g, (_, flag: string) =>
    flag.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase()),
  );
}

function callOf({ operation, input }: FoundStep): string[] {
  if (operation.mcp === null || !operation.roles.includes('agent')) return [];
  return [callText(operation.mcp, { ...input, ...missingFields(operation, input) })];
}

/** Returns placeholders for fields the caller must fill in, as `commandWith` does for a terminal. */
function missingFields(operation: AnyOperation, input: FoundStep['input']): Record<string, unknown> {
  const { positionals, flags, rest } = commandLineOf(operation);
  const isBare = Object.keys(input).length === 0;
  const missing = [...positionals, ...flags, ...(rest === undefined ? [] : [rest])].filter(
    ({ field, required, suggested }) => input[field] === undefined && (required || (isBare && suggested === true)),
  );
  return Object.fromEntries(missing.map(({ field, list }) => [field, list ? ['…'] : '…']));
}
