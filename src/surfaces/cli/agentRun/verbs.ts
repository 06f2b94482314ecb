import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { intentOf, runName, targetPropertiesOf } from '../../../domain/run/request.js';
import { entryId, entryNumber } from '../../../domain/run/runContent.js';
import {
  commandStatuses,
  hypothesisOutcomes,
  learningKinds,
  repoActions,
  runLimits,
  runNamePattern,
} from '../../../domain/run/runRow.js';
import { visibleText } from '../../../domain/text/visibleText.js';
import { errorText } from '../../../messages/errorText.js';
import { message } from '../../../messages/message.js';
import { holdsToken, redact } from '../../../platform/redact.js';
import { storedText } from '../../../platform/withoutSecrets.js';
import { openHypotheses } from '../../../records/run/runAccess.js';
import type { RunBook } from '../../../records/run/runBook.js';
import { folderOf, pageOf, sortedJson, summaryOf, type WrittenRun } from '../../../records/run/runFiles.js';

export interface Outcome {
  readonly text: string;
  /** Problem to report in spite of the result. */
  readonly problem?: string | undefined;
}

export class UsageError extends Error {}

interface Call {
  readonly book: RunBook;
  /** `--run-id`. */
  readonly named: string | undefined;
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  /** Converts a path below the worktree's root to one relative to `--root`. */
  readonly from: (path: string) => string;
}

interface Verb {
  readonly words: readonly string[];
  readonly flags: ParseArgsOptionsConfig;
  readonly needs?: readonly string[];
  run(call: Call): Promise<Outcome>;
}

const text = { type: 'string' } as const;
const verbs: Readonly<Record<string, Verb>> = {
  start: {
    words: ['request'],
    flags: { 'skip-intake': { type: 'boolean' } },
    async run({ book, named, words, flags, from }) {
      const request = worded(words[0], 'request', runLimits.request);
      const now = Date.now();
      const name = named ?? runName(request, now);
      if (name.length > runLimits.name || !runNamePattern.test(name) || holdsToken(name))
        throw new UsageError(`argument --run-id: invalid name: ${name}`);
      const properties = targetPropertiesOf(request, 'parts');
      await book.start({
        ...{ name, request, intent: intentOf(request, 'parts'), targetProperties: properties, createdAt: now },
        skipIntake: flags['skip-intake'] === true,
      });
      return { text: from(folderOf({ name })) };
    },
  },
  status: {
    words: [],
    flags: { json: { type: 'boolean' } },
    async run(call) {
      const whole = await theRun(call);
      const { run, content } = whole;
      if (call.flags.json === true) return { text: sortedJson(summaryOf(whole), 2) };
      return {
        text: [
          `Run: ${run.name}`,
          `Request: ${run.request}`,
          `Intent: ${run.intent}`,
          `Hypotheses: ${content.hypotheses.length} (${openHypotheses(content).length} open)`,
          `Evidence: ${content.evidence.length}`,
          `Learning items: ${content.learnings.length}`,
        ].join('\n'),
      };
    },
  },
  'hypothesis add': {
    words: ['text'],
    flags: {},
    async run(call) {
      const { run } = await theRun(call);
      const added = { kind: 'hypothesis', text: worded(call.words[0], 'text') } as const;
      return { text: entryId('hypothesis', await call.book.add(run.name, added)) };
    },
  },
  'hypothesis resolve': {
    words: ['id'],
    flags: { status: text, note: text },
    needs: ['status'],
    async run(call) {
      const status = chosen(call, 'status', hypothesisOutcomes);
      const whole = await theRun(call);
      const number = hypothesisOf(whole, call.words[0] ?? '');
      await call.book.add(whole.run.name, { kind: 'resolution', number, status, text: given(call, 'note') ?? '' });
      return { text: `${entryId('hypothesis', number)}: ${status}` };
    },
  },
  'evidence add': {
    words: ['text'],
    flags: { hypothesis: text },
    async run(call) {
      const whole = await theRun(call);
      const about = given(call, 'hypothesis');
      const hypothesis = about === undefined ? null : hypothesisOf(whole, about);
      const added = { kind: 'evidence', text: worded(call.words[0], 'text'), hypothesis } as const;
      return { text: entryId('evidence', await call.book.add(whole.run.name, added)) };
    },
  },
  'command-log add': {
    words: ['command'],
    flags: { status: text },
    needs: ['status'],
    async run(call) {
      const status = chosen(call, 'status', commandStatuses);
      const { run } = await theRun(call);
      const added = { kind: 'command', text: storedText(redact(worded(call.words[0], 'command'))), status } as const;
      return { text: entryId('command', await call.book.add(run.name, added)) };
    },
  },
  'learning add': {
    words: [],
    flags: { kind: text, summary: text, 'repo-action': text, path: text, reason: text },
    needs: ['kind', 'summary', 'repo-action'],
    async run(call) {
      const kind = chosen(call, 'kind', learningKinds);
      const action = chosen(call, 'repo-action', repoActions);
      const [path, reason] = [given(call, 'path', runLimits.path), given(call, 'reason')];
      if (action === 'none' && reason === undefined) throw refusalError('invalid_input', 'runs.reasonNeeded');
      if (action !== 'none' && path === undefined) throw refusalError('invalid_input', 'runs.pathNeeded');
      const { run } = await theRun(call);
      const number = await call.book.add(run.name, {
        ...{ kind: 'learning', text: worded(given(call, 'summary'), '--summary') },
        ...{ learning_kind: kind, repo_action: action, path: path ?? null, reason: reason ?? null },
      });
      return { text: entryId('learning', number) };
    },
  },
  'learning review': {
    words: [],
    flags: { 'require-resolved': { type: 'boolean' } },
    async run(call) {
      const { learnings } = (await theRun(call)).content;
      const targetOf = ({ repoAction, path, reason }: (typeof learnings)[number]) =>
        (repoAction === 'none' ? reason : path) ?? '';
      const rows = learnings.map(one => `- ${one.id} ${one.kind} -> ${one.repoAction}: ${targetOf(one)}`);
      const open = learnings.filter(one => targetOf(one) === '');
      return {
        text: [`Learning items: ${learnings.length}`, ...rows].join('\n'),
        problem:
          call.flags['require-resolved'] === true && open.length > 0
            ? `Unresolved learning items: ${open.map(({ id }) => id).join(', ')}.`
            : undefined,
      };
    },
  },
  close: {
    words: [],
    flags: { summary: text, verification: { ...text, multiple: true }, risk: { ...text, multiple: true } },
    async run(call) {
      const { run } = await theRun(call);
      const list = (flag: string) => [call.flags[flag] ?? []].flat().map(line => worded(String(line), `--${flag}`));
      const closing = { verification: list('verification'), risks: list('risk') };
      await call.book.close(run.name, { ...closing, summary: given(call, 'summary') ?? null });
      return { text: call.from(pageOf(run)) };
    },
  },
};

export function understand(args: readonly string[]): {
  root: string;
  run(book: RunBook, from: Call['from']): Promise<Outcome>;
} {
  const { values: globals, rest } = leading(args);
  const name = [rest.slice(0, 2).join(' '), rest[0] ?? ''].find(words => Object.hasOwn(verbs, words));
  const verb = name === undefined ? undefined : verbs[name];
  if (name === undefined || verb === undefined)
    throw new UsageError(`expected a command: ${Object.keys(verbs).join(', ')}`);
  const { values, positionals } = parsed(() =>
    parseArgs({ args: rest.slice(name.split(' ').length), options: verb.flags, allowPositionals: true }),
  );
  const missing = [
    ...verb.words.slice(positionals.length),
    ...(verb.needs ?? []).flatMap(flag => (values[flag] === undefined ? [`--${flag}`] : [])),
  ];
  if (missing.length > 0) throw new UsageError(`the following arguments are required: ${missing.join(', ')}`);
  const [extra] = positionals.slice(verb.words.length);
  if (extra !== undefined) throw new UsageError(`unrecognized arguments: ${extra}`);
  const [root, named] = [globals.root ?? '.', globals['run-id']];
  return {
    root,
    async run(book, from) {
      const outcome = await verb.run({ book, named, words: positionals, flags: values, from });
      return { ...outcome, text: visibleText(outcome.text) };
    },
  };
}

/** Parses the options before the command; they are valid only there. */
function leading(args: readonly string[]): {
  values: { root?: string | undefined; 'run-id'?: string | undefined };
  rest: readonly string[];
} {
  let end = 0;
  while (args[end]?.startsWith('-')) end += args[end]?.includes('=') ? 1 : 2;
  const { values } = parsed(() => parseArgs({ args: args.slice(0, end), options: { root: text, 'run-id': text } }));
  return { values, rest: args.slice(end) };
}

function parsed<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(errorText(error));
  }
}

async function theRun({ book, named }: Call): Promise<WrittenRun> {
  const found = await book.find(named);
  if (found !== undefined) return found;
  throw named === undefined
    ? refusalError('not_found', 'runs.noneActive')
    : refusalError('not_found', message('runs.unknown', { run: named }));
}

function hypothesisOf({ run, content }: WrittenRun, id: string): number {
  const number = entryNumber('hypothesis', id);
  if (number !== undefined && content.hypotheses.some(one => one.id === entryId('hypothesis', number))) return number;
  throw refusalError('not_found', message('runs.unknownHypothesis', { run: run.name, hypothesis: id }));
}

/** Returns a flag's value, trimmed; undefined if it is empty. */
function given({ flags }: Call, flag: string, limit?: number): string | undefined {
  const value = flags[flag];
  return typeof value === 'string' && value.trim() !== '' ? worded(value, `--${flag}`, limit) : undefined;
}

function worded(value: string | undefined, what: string, limit: number = runLimits.text): string {
  const words = storedText((value ?? '').replaceAll('\0', '').trim());
  if (words === '') throw new UsageError(`argument ${what}: empty`);
  if (words.length > limit) throw new UsageError(`argument ${what}: longer than ${limit} characters`);
  return words;
}

function chosen<Value extends string>(call: Call, flag: string, values: readonly Value[]): Value {
  const value = String(call.flags[flag]);
  const known = values.find(one => one === value);
  if (known !== undefined) return known;
  throw new UsageError(`argument --${flag}: invalid choice: '${value}' (choose from ${values.join(', ')})`);
}
