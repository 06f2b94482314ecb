import type { BriefAct } from '../../domain/workflow/brief.js';
import { callText } from '../../manifest/rareTools.js';
import { isMessage, type Message, made, verbatim } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { commandLineOf, commandPath, type Parameter } from '../../operations/commandLine.js';
import { commandsOf, type FindOperation, type FoundStep, withSteps } from '../../operations/nextSteps.js';
import type { AnyOperation, McpShape } from '../../operations/operation.js';

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
  const withTexts = (text: string): string =>
    text.replace(/\0(\d+)\0/g, (_, index: string) => texts[Number(index)] ?? '');
  const said = say(withoutTexts(sentence));
  let isForPerson = false;
  const written = (command: string): string => {
    const text = withTexts(command);
    const named = operationOf(text, catalogue);
    if (named === undefined) return `\`${text.startsWith('--') ? inFields(text) : text}\``;
    if (isForAgents(named)) return callText(named.mcp, inputOf(named, text));
    isForPerson = true;
    return `\`stateroom ${text.replace(/^stateroom /, '')}\``;
  };
  const parts = said.split('`').map((part, index) => (index % 2 === 0 ? withTexts(inFields(part)) : written(part)));
  const isAsked = isForPerson && !/\b[Aa] person\b/.test(said);
  return `${parts.join('')}${isAsked ? ' Ask a person to run the command.' : ''}`;
}

/** Returns the call of a brief's act, or what to ask a person for. */
export async function actText({ operation: name, input }: BriefAct, find: FindOperation): Promise<string> {
  const operation = await find(name);
  if (operation === undefined) return 'a person does this in the editor';
  const step = { operation, input };
  return callOf(step)[0] ?? `ask a person to run ${commandsOf([step])}`;
}

/** False also for acts that agents perform only where the repository lets them review. */
function isForAgents(operation: AnyOperation): operation is AnyOperation & { readonly mcp: McpShape } {
  return operation.mcp !== null && operation.mcp.listed !== 'reviewing' && operation.roles.includes('agent');
}

function operationOf(command: string, catalogue: readonly AnyOperation[]): AnyOperation | undefined {
  const words = `${command.replace(/^stateroom /, '')} `;
  return catalogue.find(operation => words.startsWith(`${commandPath(operation).join(' ')} `));
}

/** Reads the inputs of a command in a sentence; `…` for those to fill in. */
function inputOf(operation: AnyOperation, command: string): Readonly<Record<string, unknown>> {
  const { path, positionals, flags, rest } = commandLineOf(operation);
  const words = command
    .replace(/^stateroom /, '')
    .split(' ')
    .slice(path.length);
  const input: Record<string, unknown> = {};
  const set = ({ field, list, kind }: Parameter, word = ''): void => {
    const value = /^[<"]/.test(word) ? '…' : kind === 'number' && word !== '' ? Number(word) : word;
    input[field] = list ? [value] : value;
  };
  let place = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--' && rest !== undefined) {
      set(rest, words[index + 1]);
      break;
    }
    const flag = word.startsWith('--') ? flags.find(one => `--${one.flag}` === word) : undefined;
    const positional = positionals[place];
    if (flag?.kind === 'boolean') input[flag.field] = true;
    else if (flag !== undefined) {
      index += 1;
      set(flag, words[index]);
    } else if (positional !== undefined) {
      place += 1;
      set(positional, word);
    }
  }
  return input;
}

function inFields(text: string): string {
  return text.replace(/(?<![\w-])--([a-z]+(?:-[a-z]+)*)/g, (_, flag: string) =>
    flag.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase()),
  );
}

function callOf({ operation, input }: FoundStep): string[] {
  if (!isForAgents(operation)) return [];
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
