import type { HookClient } from '../hookClient.js';
import { movedPaths, patchedPaths } from '../patchedPaths.js';
import { objectAt, type ReadTool, textAt, writesAt } from './claudeShape.js';

const tools: Readonly<Record<string, ReadTool>> = {
  bash: args => ({ paths: [], command: textAt(args, 'command'), directory: textAt(args, 'workdir') }),
  edit: writesAt('filePath'),
  write: writesAt('filePath'),
  apply_patch: args => {
    const patch = textAt(args, 'patchText') ?? '';
    return { paths: patchedPaths(patch), moved: movedPaths(patch), command: undefined };
  },
};

const matcher = Object.keys(tools).join('|');
const timeLimit = 10_000;

const hooks = {
  start: 'experimental.chat.system.transform',
  before: 'tool.execute.before',
  after: 'tool.execute.after',
  compacting: 'experimental.session.compacting',
} as const;

function commandsBy(commandOf: (event: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(hooks).map(([name, event]) => [name, commandOf(event)]));
}

/**
 * See https://opencode.ai/docs/plugins; seen with version 1.18.33. It has no commands as hooks, only plugins: the one that `stateroom
 * install` writes passes on what it is called with. Text for the model is not accepted before a tool, and nothing continues a turn.
 */
export const opencode: HookClient = {
  name: 'opencode',
  harness: 'opencode',
  timeLimit,
  events: {
    [hooks.start]: { kind: 'sessionStart' },
    [hooks.before]: { kind: 'beforeTool', matcher },
    [hooks.after]: { kind: 'afterTool', matcher },
    [hooks.compacting]: { kind: 'beforeCompaction' },
  },
  file: commandOf => `// Written by \`stateroom install\`, removed by \`stateroom uninstall\`. Passes tool calls that write files or run commands on to
// Stateroom, refuses what it refuses, and tells a session what is open. Without an answer, opencode continues.
import { spawn } from 'node:child_process';

const commands = ${JSON.stringify(commandsBy(commandOf), undefined, 2)};
const tools = /^(?:${matcher})$/;

function ask(command, input) {
  return new Promise(done => {
    const child = spawn(command, { cwd: input.cwd, shell: true, timeout: ${timeLimit}, stdio: ['pipe', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', chunk => (text += chunk));
    child.stdin.on('error', () => {});
    child.on('error', () => done({}));
    child.on('close', () => done(text.endsWith('}\\n') ? JSON.parse(text) : {}));
    child.stdin.end(JSON.stringify(input));
  });
}

export default async ({ directory: cwd }) => {
  const texts = new Map();
  return {
    '${hooks.start}': async ({ sessionID }, { system }) => {
      if (!texts.has(sessionID)) texts.set(sessionID, ask(commands.start, { cwd, sessionID }));
      const { context } = await texts.get(sessionID);
      if (context) system.push(context);
    },
    '${hooks.before}': async ({ tool, sessionID }, { args }) => {
      const { refusal } = tools.test(tool) ? await ask(commands.before, { cwd, sessionID, tool, args }) : {};
      if (refusal) throw new Error(refusal);
    },
    '${hooks.after}': async ({ tool, sessionID, args }, { metadata } = {}) => {
      if (tools.test(tool)) await ask(commands.after, { cwd, sessionID, tool, args, exit: metadata?.exit });
    },
    '${hooks.compacting}': async ({ sessionID }) => {
      texts.delete(sessionID);
      await ask(commands.compacting, { cwd, sessionID });
    },
  };
};
`,
  // The MCP server is not told the session, so hooks act under the same name as it.
  session: () => undefined,
  directory: input => textAt(input, 'cwd'),
  isResumed: () => false,
  toolCall: input => tools[textAt(input, 'tool') ?? '']?.(objectAt(input, 'args')),
  outcome: input => ({
    tool: textAt(input, 'tool') ?? '',
    exitCode: typeof input.exit === 'number' ? input.exit : undefined,
    error: undefined,
  }),
  isContinued: () => false,
  goesOn: () => false,
  reply: (_event, answer) => answer,
};
