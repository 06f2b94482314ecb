import type { AgentUpdate, ToolState, ToolUpdate, UsageMeaning, UsageUpdate } from '../agentProgram.js';

/** Longest texts of an update, in characters; the rest is cut. */
const maxText = 64 * 1024;
const maxTitle = 500;
const maxEntries = 200;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads one `update` of a `session/update`, or the result of a prompt, as agents really send them: fields of the wrong type
 * count as absent, unknown kinds as nothing.
 */
export function readUpdate(update: unknown, turnUsage: UsageMeaning = 'turn'): readonly AgentUpdate[] {
  const fields = fieldsOf(update);
  switch (fields.sessionUpdate) {
    case 'agent_message_chunk':
      return [...textOf('message', fields), ...readUsage(fieldsOf(fields._meta).usage, 'last-request')];
    case 'agent_thought_chunk':
      return textOf('thought', fields);
    case 'plan':
      return [{ kind: 'plan', entries: listOf(fields.entries).map(planEntry) }];
    case 'tool_call':
    case 'tool_call_update':
      return readTool(fields);
    case 'usage_update':
      return readContext(fields);
    case 'current_mode_update':
      return typeof fields.currentModeId === 'string'
        ? [{ kind: 'mode', mode: cut(fields.currentModeId, maxTitle) }]
        : [];
    case 'config_option_update':
      return listOf(fields.configOptions).flatMap(option =>
        option.category === 'mode' && typeof option.currentValue === 'string'
          ? [{ kind: 'mode', mode: cut(option.currentValue, maxTitle) }]
          : [],
      );
    case undefined:
      return [...readUsage(fields.usage, turnUsage), ...readQuota(fields)];
    default:
      return [];
  }
}

function textOf(kind: 'message' | 'thought', { content }: Fields): AgentUpdate[] {
  const text = contentText(content);
  return text === '' ? [] : [{ kind, text: cut(text, maxText) }];
}

/** Text of a content block; of others their kind, and the address of a link. */
function contentText(content: unknown): string {
  const { type, text, uri, resource } = fieldsOf(content);
  if (typeof text === 'string') return text;
  if (type === 'resource_link' && typeof uri === 'string') return uri;
  if (type === 'resource') return contentText(resource);
  return typeof type === 'string' ? `[${cut(type, 40)}]` : '';
}

function planEntry({ content, status }: Fields): { text: string; state: 'pending' | 'in_progress' | 'completed' } {
  const state = status === 'in_progress' || status === 'completed' ? status : 'pending';
  return { text: typeof content === 'string' ? cut(content, maxTitle) : '', state };
}

/** Also reads the `toolCall` of a request for permission. Empty without an id. */
export function readTool(fields: Fields): ToolUpdate[] {
  const { toolCallId, title, kind, status, rawInput, rawOutput } = fields;
  if (typeof toolCallId !== 'string') return [];
  const content = listOf(fields.content);
  const diffs = content.filter(({ type }) => type === 'diff').flatMap(readDiff);
  const paths = pathsOf(fields, diffs);
  // Gemini CLI gives the command as the title alone.
  const isTitled = kind === 'execute' && rawInput === undefined && typeof title === 'string';
  const command = isTitled ? cut(title, maxText) : commandOf(rawInput);
  const output = outputOf(content, rawOutput);
  return [
    {
      kind: 'tool',
      id: cut(toolCallId, maxTitle),
      ...(typeof title === 'string' && title !== '' ? { title: cut(title, maxTitle) } : {}),
      ...(typeof kind === 'string' ? { tool: cut(kind, 40) } : {}),
      ...(isState(status) ? { state: status } : {}),
      ...(paths.length > 0 ? { paths } : {}),
      ...(command === undefined ? {} : { command }),
      ...(diffs.length > 0 ? { diffs } : {}),
      ...(output === '' ? {} : { output }),
    },
  ];
}

const states: readonly unknown[] = ['pending', 'in_progress', 'completed', 'failed'] satisfies ToolState[];

function isState(value: unknown): value is ToolState {
  return states.includes(value);
}

function readDiff({ path, oldText, newText }: Fields): { path: string; before: string | null; after: string }[] {
  if (typeof path !== 'string' || typeof newText !== 'string') return [];
  const before = typeof oldText === 'string' ? cut(oldText, maxText) : null;
  return [{ path: cut(path, maxTitle * 8), before, after: cut(newText, maxText) }];
}

/** Paths that the call names, in the fields that the six agents use. */
function pathsOf({ locations, rawInput }: Fields, diffs: readonly { readonly path: string }[]): readonly string[] {
  const { path, file_path, filePath, absolute_path, abs_path } = fieldsOf(rawInput);
  const named = [path, file_path, filePath, absolute_path, abs_path];
  const found = [...listOf(locations).map(one => one.path), ...diffs.map(one => one.path), ...named];
  const texts = found.filter(one => typeof one === 'string' && one !== '').map(one => cut(String(one), maxTitle * 8));
  return [...new Set(texts)].slice(0, maxEntries);
}

/** Command line of a shell tool; `command` is a text, or a list of words with the shell in front. */
function commandOf(rawInput: unknown): string | undefined {
  const { command, cmd } = fieldsOf(rawInput);
  const given = command ?? cmd;
  if (typeof given === 'string') return cut(given, maxText);
  if (!Array.isArray(given)) return undefined;
  const words = given.filter(word => typeof word === 'string');
  const [shell = '', flag = '', script] = words;
  const isScript = words.length === 3 && /(?:^|\/)(?:ba|z|da|k)?sh$/.test(shell) && /^-\w*c$/.test(flag);
  return cut(isScript ? (script ?? '') : words.join(' '), maxText);
}

function outputOf(content: readonly Fields[], rawOutput: unknown): string {
  const texts = content.filter(({ type }) => type === 'content').map(one => contentText(one.content));
  if (texts.some(text => text !== '')) return cut(texts.join('\n'), maxText);
  if (typeof rawOutput === 'string') return cut(rawOutput, maxText);
  const { output, stdout, formatted_output } = fieldsOf(rawOutput);
  const text = [formatted_output, output, stdout].find(one => typeof one === 'string');
  return typeof text === 'string' ? cut(text, maxText) : '';
}

function readContext({ used, size, cost }: Fields): UsageUpdate[] {
  const { amount, currency } = fieldsOf(cost);
  const costUsd = currency === 'USD' ? figure('costUsd', amount) : {};
  const context = { ...figure('used', used), ...figure('size', size) };
  return [
    ...(Object.keys(context).length === 0 ? [] : [{ kind: 'usage', meaning: 'context', ...context } as const]),
    // The protocol's cost is that of the whole session.
    ...(Object.keys(costUsd).length === 0 ? [] : [{ kind: 'usage', meaning: 'session', ...costUsd } as const]),
  ];
}

function readUsage(usage: unknown, meaning: UsageMeaning): UsageUpdate[] {
  const { inputTokens, outputTokens, cachedReadTokens } = fieldsOf(usage);
  const figures = {
    ...figure('input', inputTokens),
    ...figure('output', outputTokens),
    ...figure('cached', cachedReadTokens),
  };
  return Object.keys(figures).length === 0 ? [] : [{ kind: 'usage', meaning, ...figures }];
}

/** Gemini CLI: `_meta.quota.token_count` of a prompt's result. */
function readQuota({ _meta }: Fields): UsageUpdate[] {
  const { input_tokens, output_tokens } = fieldsOf(fieldsOf(fieldsOf(_meta).quota).token_count);
  return readUsage({ inputTokens: input_tokens, outputTokens: output_tokens }, 'turn');
}

function figure<Name extends string>(name: Name, value: unknown): { readonly [Key in Name]?: number } {
  const isFigure = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  return (isFigure ? { [name]: value } : {}) as { readonly [Key in Name]?: number };
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.slice(0, maxEntries).map(fieldsOf) : [];
}

/** Does not split a character in two. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
