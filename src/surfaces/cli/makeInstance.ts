import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isRefusal, refuse } from '../../domain/refusal/refusal.js';
import { verbatim } from '../../messages/message.js';
import { writeFileAtomically, writeNewFileAtomically } from '../../platform/files.js';
import { makeOwnFolder } from '../../platform/ownFolder.js';
import { readRegularFile } from '../../platform/regularFile.js';
import { isSealed } from '../../records/sealedFile.js';
import { dashboardText } from '../../records/snapshot/renewDashboard.js';
import { isStoreError } from '../../store/storeError.js';
import { mistake, printable } from './commandLine/mistake.js';
import type { Session } from './session.js';
import { withContext } from './withContext.js';
import { withNextCommands } from './withNextCommands.js';

/** Host and agent names are part of file names and command lines, where a leading `-` would be a flag. */
const namePattern = /^\w[\w-]*$/;
const maxNameLength = 64;
/** Max bytes read; a generated dashboard is far smaller. */
const maxDashboardBytes = 1024 * 1024;
const unsoundExitCode = 3;

interface Instance {
  /** Relative to the working directory, or absolute. */
  readonly folder: string;
  readonly host: string;
  readonly agent: string;
  readonly strict: boolean;
}

/**
 * Keeps existing files, except a dashboard that Stateroom wrote. With `strict`, resolves to 3 if a file is missing or empty, or
 * the store is damaged.
 */
export async function makeInstance(session: Session, { folder, host, agent, strict }: Instance): Promise<number> {
  const { options, printer } = session;
  if (folder.trim() === '') return printer.refusal(mistake('<dir> is empty.', 'Name a folder.'));
  for (const [flag, value] of Object.entries({ host, agent })) {
    if (!namePattern.test(value) || value.length > maxNameLength) {
      const hint = `Use letters, digits, _ and -, at most ${maxNameLength}, with no - at the beginning.`;
      return printer.refusal(mistake(`--${flag} ${printable(value)} cannot be used as a name.`, hint));
    }
  }
  if (options.store !== undefined || options.repo !== undefined) {
    return printer.refusal(mistake('The folder is the argument of scaffold.', 'Leave out --store and --repo.'));
  }
  const root = resolve(session.host.directory, folder);
  const own: Session = { ...session, options: { ...options, store: root } };
  const files = filesOf(host, agent);
  const made = await withContext(own, false, async context => {
    await mkdir(dirname(root), { recursive: true });
    await makeOwnFolder(root);
    const created: string[] = [];
    const renewed: string[] = [];
    const skipped: string[] = [];
    const problems: string[] = [];
    const note = (name: string, isNew: boolean) => void (isNew ? created : skipped).push(name);
    try {
      note('store', await context.store.create());
      if (strict) problems.push(...(await context.store.maintenance.check()).problems);
    } catch (error) {
      if (isStoreError(error)) return error.toRefusal();
      throw error;
    }
    for (const [name, text] of Object.entries(files)) note(name, await writeNew(join(root, name), text));
    const isThere = (await lstat(join(root, 'retros')).catch(() => undefined)) !== undefined;
    await makeOwnFolder(join(root, 'retros'));
    note('retros', !isThere);
    const outcome = await writeDashboard(join(root, 'dashboard.md'), await dashboardText(context));
    ({ created, renewed, skipped })[outcome].push('dashboard.md');
    const isDamaged = problems.length > 0;
    if (strict) problems.unshift(...(await findProblems(root, Object.keys(files))));
    return { created, renewed, skipped, problems, isDamaged };
  });
  if (isRefusal(made)) {
    const isUnsound = strict && made.code !== 'invalid_input';
    return printer.refusal(await withNextCommands(made), isUnsound ? unsoundExitCode : undefined);
  }
  const { created, renewed, skipped, problems, isDamaged } = made;
  if (problems.length > 0) {
    const unsound = refuse(
      isDamaged ? 'store_corrupt' : 'conflict',
      verbatim(`${root} is not sound: ${problems.join(' ')}`),
      {
        hint: verbatim('Move the files named here away and run the command again.'),
        details: { folder: root, created, renewed, skipped, problems },
      },
    );
    return printer.refusal(unsound, unsoundExitCode);
  }
  const lines = [
    ...created.map(name => `scaffold: created ${name}`),
    ...renewed.map(name => `scaffold: renewed ${name}`),
    ...skipped.map(name => `scaffold: skipped ${name} (exists)`),
  ];
  return printer.answer(lines.join('\n'), { folder: root, created, renewed, skipped });
}

/** Writes a new file; false if the name is taken. */
async function writeNew(path: string, text: string): Promise<boolean> {
  await makeOwnFolder(dirname(path));
  return writeNewFileAtomically(path, text);
}

async function writeDashboard(path: string, text: string): Promise<'created' | 'renewed' | 'skipped'> {
  if (await writeNew(path, text)) return 'created';
  const present = await readRegularFile(path, { maxBytes: maxDashboardBytes, followsLinks: false });
  if (present === undefined || 'problem' in present || !isSealed(present.content.toString('utf8'))) {
    return 'skipped';
  }
  await writeFileAtomically(path, text);
  return 'renewed';
}

async function findProblems(root: string, names: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const name of [...names, 'dashboard.md']) {
    const found = await readRegularFile(join(root, name), { maxBytes: maxDashboardBytes, followsLinks: false });
    if (found === undefined) problems.push(`${name} is missing.`);
    else if ('problem' in found) problems.push(`${name} ${found.problem}.`);
    else if (found.content.length === 0) problems.push(`${name} is empty.`);
  }
  return problems;
}

function filesOf(host: string, agent: string): Readonly<Record<string, string>> {
  const command = `stateroom --store . --actor ${agent}`;
  return {
    'CLAUDE.md': `# ${agent} on ${host}

You are the agent \`${agent}\` of the host \`${host}\`. This folder is your memory; other processes of the host share it. If
\`persona.md\` is here, the host wrote it: read it first. \`context/repos.md\` and \`context/channels.md\` say where you work.

Run the commands in this folder:

- To begin: \`${command} queue replay\` lists what to resume, \`${command} events tail\` what happened.
- New work: \`${command} queue add "<title>"\`; take it with \`${command} queue next\`.
- A question for a person: \`${command} queue ask <id> --question "<question>"\`. Go on with something else until it is answered.
- At the end: \`${command} queue resolve <id> --status done --notes "<what came out>"\`.
- What somebody may need later: \`${command} queue annotate <id> '{"key": "value"}'\`.

\`dashboard.md\` is written by Stateroom. Everything else here is yours and the operator's.
`,
    [join('context', 'repos.md')]: '# Repositories\n\nThe repositories that this agent works in, with their paths.\n',
    [join('context', 'channels.md')]: '# Channels\n\nWhere requests come from, and where answers go.\n',
  };
}
