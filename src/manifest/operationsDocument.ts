import type { z } from 'zod';
import { type CommandLine, commandLineOf, type Parameter, placeholder, usageOf } from '../operations/commandLine.js';
import type { AnyOperation } from '../operations/operation.js';

const programName = 'stateroom';

/** `docs/operations.md`: every operation of the catalogue with each of its ways in. Ends with a line break. */
export function operationsDocument(catalogue: readonly AnyOperation[]): string {
  const groups = [...new Set(catalogue.map(groupOf))];
  const parts = [
    '# Operations',
    '',
    'Everything one can do, with each way in. Generated from `src/operations` by `npm run build`; do not edit.',
    '',
    'Every command also takes `--repo <dir>`, `--store <dir>`, `--actor <name>`, `--json`, `--quiet`, `--no-color` and',
    '`--help`. MCP tools take the fields of an operation as inputs, beside `action`. Who may call an operation follows from how the call',
    'came in, see [architecture.md](architecture.md#who-acted).',
    '',
    '| operation | command | MCP | effect |',
    '|---|---|---|---|',
    ...catalogue.map(overviewRow),
  ];
  for (const group of groups) {
    parts.push('', `## ${group}`);
    for (const operation of catalogue.filter(one => groupOf(one) === group)) parts.push('', ...section(operation));
  }
  parts.push('', ...commandLineChapter);
  return `${parts.join('\n')}\n`;
}

/** What holds for the command line alone; the same for every operation. */
const commandLineChapter: readonly string[] = [
  '## The command line',
  '',
  'Besides the operations there are `stateroom mcp` (the MCP server), `stateroom which` (where the program is, and the shim',
  'beside the store that hooks can call), `stateroom completion bash|zsh|fish`, and `stateroom events tail --follow`.',
  '',
  'With `--json`, stdout is one object: `{"ok":true,"data":…}` with the answer, or',
  '`{"ok":false,"code":…,"message":…,"hint":…,"details":…}`; what is meant for people goes to stderr. `events tail --follow',
  '--json` prints one event a line. `--quiet` leaves only ids, one a line, on stdout; refusals, and answers with an exit code other',
  'than 0, are still explained on stderr.',
  '',
  '| exit code | meaning |',
  '|---|---|',
  '| 0 | done |',
  '| 1 | refused: not found, nothing ready, held by another, not for this caller; or the answer is no: a gate is not ready, a hook, an edit or a proof is turned down, setup commands failed |',
  '| 2 | the input is wrong, several tasks, slices or rescues could be meant, or there is no repository |',
  '| 3 | the state does not allow it, the caller acts on a claim that is no longer theirs, or a rebase stopped at conflicts |',
  '| 4 | the store cannot be used: locked, damaged, read-only, full or too new; or git is missing |',
  '| 70 | a mistake of Stateroom; `STATEROOM_DEBUG=1` shows where |',
  '| 74 | the output could not be written, for example to a full disk; the command itself has run |',
  '| 124 | a time limit ran out |',
  '| 125 | `evidence run`, `evidence receipt` and `worker run`: refused or failed before the command ran, or its result could not be recorded |',
  '| 126 | the same: the shell found the command but could not run it |',
  '| 127 | the same: the program was not found |',
  '| 128 | the same: a signal ended the command |',
  '| 130 | interrupted |',
  '',
  '`evidence run`, `evidence receipt` and `worker run` otherwise end with the exit code of the command they ran, whatever it is:',
  '`stateroom evidence run -- sh -c "exit 7"` ends with 7.',
  '',
  '| variable | meaning |',
  '|---|---|',
  '| `STATEROOM_ACTOR` | your name, unless `--actor` is given |',
  '| `STATEROOM_ROLE` | `agent` makes an agent of whoever calls; nothing makes a person of an agent |',
  '| `STATEROOM_STORE` | the store’s folder, unless `--store` or `--repo` is given; MCP server and editor go by it too |',
  '| `STATEROOM_LEASE_MS` | how long an agent’s claim holds without a heartbeat |',
  '| `STATEROOM_STALE_MS` | age after which a claim without a lease counts as stale for `queue replay` |',
  '| `NO_COLOR` | no colours |',
  '',
  'Who calls without a name is called by the marks that coding agents leave in the environment of what they start, else by',
  'git’s `user.name`. Whoever has such marks is an agent. Without them it is a person when stdin or stderr is a terminal,',
  'and an agent else: a hook, a scheduled job, CI.',
];

function overviewRow(operation: AnyOperation): string {
  const { path, flags } = commandLineOf(operation);
  const needed = flags.filter(({ required }) => required).map(({ flag }) => `--${flag}`);
  const mcp = isForAgents(operation)
    ? [operation.mcp?.tool, operation.mcp?.action].filter(word => word !== '').join(' · ')
    : '';
  const command = `\`${[...path, ...needed].join(' ')}\``;
  const cells = [`[${operation.name}](#${anchor(operation)})`, command, mcp, operation.effect];
  return `| ${cells.join(' | ')} |`;
}

function section(operation: AnyOperation): string[] {
  const line = commandLineOf(operation);
  const fields = [...line.positionals, ...line.flags];
  return [
    `### ${operation.name}`,
    '',
    operation.summary,
    '',
    '```sh',
    `${programName} ${usageOf(line)}`,
    '```',
    '',
    ...facts(operation).map(([name, value]) => `- ${name}: ${value}`),
    ...(fields.length === 0 ? [] : ['', '| field | command line | type | meaning |', '|---|---|---|---|']),
    ...fields.map(field => fieldRow(field, line)),
    '',
    `Answers ${answer(operation.output)}.`,
    '',
    '```sh',
    ...operation.cli.examples.map(example =>
      example.includes(`${programName} `) ? example : `${programName} ${example}`,
    ),
    '```',
  ];
}

function facts(operation: AnyOperation): [string, string][] {
  const [group, verb] = operation.name.split('.');
  return [
    [
      'MCP',
      isForAgents(operation)
        ? `tool \`${operation.mcp?.tool}\`${operation.mcp?.action ? `, action \`${operation.mcp.action}\`` : ''}`
        : 'not offered to agents',
    ],
    ['VS Code', operation.palette ? `\`stateroom.${group}.${verb}\`, “${operation.title}”` : 'not in the palette'],
    ['Effect', operation.destructive ? `${operation.effect}, cannot be undone` : operation.effect],
    ['For', operation.roles.join(', ')],
    ...(operation.idempotency === undefined
      ? []
      : [['Repeating', `harmless with the same \`${operation.idempotency}\``] as [string, string]]),
  ];
}

function isForAgents(operation: AnyOperation): boolean {
  return operation.mcp !== null && operation.roles.includes('agent');
}

function fieldRow(parameter: Parameter, line: CommandLine): string {
  const byPosition = line.positionals.includes(parameter);
  const typed = byPosition ? `\`<${parameter.flag}>\`` : `\`--${parameter.flag}${placeholder(parameter)}\``;
  const type = `${parameter.kind === 'choice' ? 'one of the words' : typeNames[parameter.kind]}${parameter.list ? ', several' : ''}`;
  const partner = line.exclusive.flatMap(pair => (pair.includes(parameter.field) ? pair : []));
  const notes = [
    parameter.required ? 'Required.' : '',
    parameter.description === '' ? '' : `${parameter.description}.`,
    partner.length === 0 ? '' : `Not with ${others(partner, parameter.field)}.`,
  ];
  const cells = [`\`${parameter.field}\``, typed, type, notes.filter(note => note !== '').join(' ')];
  return `| ${cells.map(escapeCell).join(' | ')} |`;
}

const typeNames = {
  text: 'text',
  number: 'number',
  boolean: 'yes or no',
  choice: 'choice',
  json: 'JSON',
  file: 'text',
} as const;

function others(fields: readonly string[], field: string): string {
  return [...new Set(fields)]
    .filter(one => one !== field)
    .map(one => `\`${one}\``)
    .join(', ');
}

/** The names of the fields of an answer, which is what a reader looks for; their shapes are in the code. */
function answer(output: z.ZodType): string {
  if (output.def.type !== 'object') return `${output.def.type}`;
  const names = Object.keys((output as z.ZodObject).shape).map(name => `\`${name}\``);
  return names.length === 0 ? 'nothing' : names.join(', ');
}

function groupOf(operation: AnyOperation): string {
  return operation.name.split('.')[0] ?? operation.name;
}

function anchor(operation: AnyOperation): string {
  return operation.name.toLowerCase().replaceAll('.', '');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
