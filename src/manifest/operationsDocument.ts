import { commandLineOf } from '../operations/commandLine.js';
import type { AnyOperation } from '../operations/operation.js';

/** Renders `docs/operations.md`: a row per operation, with its surfaces. Ends with a line break. */
export function operationsDocument(catalogue: readonly AnyOperation[]): string {
  const groups = [...new Set(catalogue.map(groupOf))];
  const parts = [
    '# Operations',
    '',
    'Everything Stateroom can do. Generated from `src/operations` by `npm run build`; do not edit.',
    '',
    '`stateroom <command> --help` lists the inputs of a command with examples. The MCP tools take the same inputs beside `action`,',
    'and the palette asks for them. [The command line](cli.md) has global flags, exit codes and environment variables;',
    '[architecture.md](architecture.md#who-acted) defines who counts as a person or an agent.',
    '',
    'Effects: *read* changes nothing; *write* changes only the store; *external* changes files,',
    'git or running programs; *final* cannot be undone.',
  ];
  for (const group of groups) {
    parts.push('', `## ${group}`, '', '| operation | what it does | command | MCP | effect |', '|---|---|---|---|---|');
    parts.push(...catalogue.filter(one => groupOf(one) === group).map(row));
  }
  return `${parts.join('\n')}\n`;
}

function row(operation: AnyOperation): string {
  const { path, flags } = commandLineOf(operation);
  const required = flags.filter(flag => flag.required).map(({ flag }) => `--${flag}`);
  const tool = isForAgents(operation)
    ? `\`${[operation.mcp?.tool, operation.mcp?.kind, operation.mcp?.action].filter(Boolean).join(' ')}\``
    : '';
  const cells = [
    operation.name,
    operation.summary,
    `\`${[...path, ...required].join(' ')}\``,
    tool,
    operation.destructive ? 'final' : operation.effect,
  ];
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function isForAgents(operation: AnyOperation): boolean {
  return operation.mcp !== null && operation.roles.includes('agent');
}

function groupOf(operation: AnyOperation): string {
  return operation.name.split('.')[0] ?? operation.name;
}
