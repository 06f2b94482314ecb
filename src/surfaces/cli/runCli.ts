import { isRefusal } from '../../domain/refusal/refusal.js';
import { version } from '../../platform/version.js';
import type { CliHost } from './cliHost.js';
import { agentHookWord, agentRunWord } from './command/ownWords.js';
import { commandSet } from './commandLine/commandSet.js';
import { globalFlagList, readGlobalOptions } from './commandLine/globalOptions.js';
import { mistake } from './commandLine/mistake.js';
import { readCommandLine } from './commandLine/readCommandLine.js';
import { scanArguments } from './commandLine/scanArguments.js';
import { makeStyle } from './format/style.js';
import { helpText } from './help.js';
import { makePrinter } from './printer.js';
import { readTextFrom } from './readTextFrom.js';
import type { CliParts, Session } from './session.js';

/** Resolves to the exit code and never rejects: refusals have the codes of `refusalExitCodes`, a bug 70. */
export async function runCli(args: readonly string[], host: CliHost, parts: CliParts): Promise<number> {
  // Errors in the arguments are reported in the requested format, as far as it can be recognized.
  const beforeEnd = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  const early = makePrinter(host, {
    json: beforeEnd.includes('--json'),
    quiet: false,
    color: beforeEnd.includes('--no-color') ? false : undefined,
  });
  try {
    const exitCode = await understandAndRun(args, host, parts, early);
    // To agents, exit code 2 refuses a tool call, even for a command line that this version does not understand.
    return args[0] === agentHookWord ? 0 : exitCode;
  } catch (error) {
    return early.failure(error);
  }
}

/** Undefined unless `word` comes first, global flags aside. */
function behindGlobals(args: readonly string[], word: string) {
  const at = args.indexOf(word);
  const before = at === -1 ? undefined : scanArguments(args.slice(0, at), globalFlagList);
  if (before === undefined || isRefusal(before) || before.words.length > 0 || before.unknown !== undefined) {
    return undefined;
  }
  return { options: readGlobalOptions(before.flags), words: args.slice(at + 1) };
}

async function understandAndRun(
  args: readonly string[],
  host: CliHost,
  parts: CliParts,
  early: ReturnType<typeof makePrinter>,
): Promise<number> {
  const { streams = {} } = parts;
  const extraFlags = Object.fromEntries(
    Object.entries(streams).map(([name, { flag, also = [] }]) => [name, [flag, ...also]]),
  );
  const commands = commandSet(parts.operations, parts.own, extraFlags);
  const agentRun = parts.own.find(({ path }) => path[0] === agentRunWord);
  const agentRunArguments = behindGlobals(args, agentRunWord);
  if (agentRun && agentRunArguments && !/^(?:-h|--help)$/.test(agentRunArguments.words[0] ?? '')) {
    const { options, words } = agentRunArguments;
    const printer = makePrinter(host, options, parts.texts);
    return agentRun.run({ host, parts, commands, options, printer }, { words });
  }
  const reading = await readCommandLine(args, commands, readTextFrom(host));
  if (isRefusal(reading)) return early.refusal(reading);
  if (reading.ask === 'refused') return early.refusal(reading.refusal, reading.exitCode);
  const printer = makePrinter(host, reading.options, parts.texts);
  if (reading.ask === 'version') return printer.answer(version, { version });
  if (reading.ask === 'help') {
    const text = helpText(reading.path, commands, printer.view.width ?? 80, printer.view.style);
    if (!reading.unasked) return printer.answer(text, { help: helpText(reading.path, commands, 80, makeStyle(false)) });
    if (!printer.json) {
      const { stderr } = printer;
      stderr.write(`${helpText(reading.path, commands, stderr.width ?? 80, stderr.style)}\n`);
      return 2;
    }
    const words = ['stateroom', ...reading.path].join(' ');
    const message = `${words} needs a command: ${commands
      .children(reading.path)
      .map(({ word }) => word)
      .join(', ')}.`;
    return printer.refusal(mistake(message, `See ${words} --help.`));
  }
  const session: Session = { host, parts, commands, options: reading.options, printer };
  const { act, extra } = reading.variant;
  if ('own' in act) return act.own.run(session, reading.input);
  const input = Object.fromEntries(Object.entries(reading.input).filter(([field]) => !extra.includes(field)));
  const given = extra.filter(field => reading.input[field] === true);
  const stream = given.length > 0 ? streams[act.operation.name] : undefined;
  if (stream !== undefined) return stream.run(session, input, act.operation, given);
  const { runOperation } = await import('./runOperation.js');
  try {
    const exitCode = await runOperation(session, act.operation, input);
    if (host.stdin.isTerminal && printer.stderr.isTerminal && !printer.json) {
      await (await import('./offerInstall.js')).offerInstall(session);
    }
    return exitCode;
  } catch (error) {
    const { refusalExitCode } = act.operation.cli;
    const exitCode = printer.failure(error);
    return refusalExitCode ?? exitCode;
  }
}
