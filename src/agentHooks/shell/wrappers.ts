import { posix } from 'node:path';
import { type OptionTable, optionTable, readOptions } from './options.js';
import { assignment, keywords, simpleCommands } from './simpleCommands.js';

interface Wrapper {
  readonly options: OptionTable;
  /** Number of words between its flags and the command. */
  readonly operands?: number;
  /** True if `NAME=value` before the command sets a variable for it. */
  readonly assigns?: true;
}

/** The flag `split-string` has the command as text, `chdir` its working directory. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  env: { options: optionTable('u|unset=', 'C|chdir=', 'S|split-string=', 'a|argv0=', 'P='), assigns: true },
  sudo: {
    options: optionTable(
      ...[
        'u|user=',
        'g|group=',
        'h|host=',
        'p|prompt=',
        'C|close-from=',
        'D|chdir=',
        'R|chroot=',
        'r|role=',
        't|type=',
      ],
      ...['T|command-timeout=', 'U|other-user=', 'preserve-env?'],
    ),
    assigns: true,
  },
  doas: { options: optionTable('u=', 'C=') },
  exec: { options: optionTable('a=') },
  nice: { options: optionTable('n|adjustment=') },
  ionice: { options: optionTable('c|class=', 'n|classdata=', 'p|pid=', 'P|pgid=', 'u|uid=') },
  timeout: { options: optionTable('k|kill-after=', 's|signal='), operands: 1 },
  gtimeout: { options: optionTable('k|kill-after=', 's|signal='), operands: 1 },
  stdbuf: { options: optionTable('i|input=', 'o|output=', 'e|error=') },
  xargs: {
    options: optionTable(
      ...['I=', 'i|replace?', 'n|max-args=', 'P|max-procs=', 'L=', 'l|max-lines?', 'd|delimiter=', 's|max-chars='],
      ...['E=', 'e|eof?', 'a|arg-file=', 'process-slot-var=', 'J=', 'R=', 'S='],
    ),
  },
  time: { options: optionTable('f|format=', 'o|output=') },
  command: { options: optionTable() },
  builtin: { options: optionTable() },
  nohup: { options: optionTable() },
  setsid: { options: optionTable() },
  coproc: { options: optionTable() },
  busybox: { options: optionTable() },
  npx: { options: optionTable('p|package=', 'c|call|split-string=', 'w|workspace=') },
  pnpx: { options: optionTable('package=') },
  bunx: { options: optionTable('p|package=') },
};
const runners: Readonly<Record<string, RegExp>> = {
  npm: /^(exec|x)$/,
  pnpm: /^(exec|dlx)$/,
  yarn: /^(exec|dlx|run)$/,
  bun: /^x$/,
};
export const maxDepth = 4;

export interface Unwrapped {
  readonly words: readonly string[];
  readonly assignments: readonly string[];
  /** Folders that it is started in, each relative to the one before. */
  readonly folders: readonly string[];
}

/** Strips programs that only run others. */
export function unwrap(words: readonly string[]): Unwrapped {
  let rest = words;
  let at = 0;
  let texts = 0;
  const assignments: string[] = [];
  const folders: string[] = [];
  for (;;) {
    if (keywords.has(rest[at] ?? '')) {
      at += 1;
      continue;
    }
    const name = posix.basename(rest[at] ?? '');
    const isRunner = Object.hasOwn(runners, name) && runners[name]?.test(rest[at + 1] ?? '') === true;
    const wrapper = isRunner ? wrappers.npx : Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
    if (wrapper === undefined) return { words: rest.slice(at), assignments, folders };
    const from = at + (isRunner ? 2 : 1);
    const { given, end } = readOptions(rest, wrapper.options, { from, stops: true, last: 'split-string' });
    at = end + (wrapper.operands ?? 0);
    folders.push(...(given.get('chdir') ?? []));
    const text = given.get('split-string')?.[0];
    if (text !== undefined && texts < maxDepth) {
      texts += 1;
      rest = [
        ...simpleCommands(text).flatMap(command => [...command.assignments, ...command.words]),
        ...rest.slice(at),
      ];
      at = 0;
    }
    for (; wrapper.assigns && assignment.test(rest[at] ?? ''); at += 1) assignments.push(rest[at] ?? '');
  }
}
