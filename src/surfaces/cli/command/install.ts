import { existsSync } from 'node:fs';
import type { Agent } from '../../../domain/agent/agent.js';
import { agents as allAgents } from '../../../domain/agent/agents.js';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal/refusal.js';
import { locateRepository } from '../../../git/repositoryLocation.js';
import type { InstallPlan } from '../../../install/install.js';
import type { InstallPlace } from '../../../install/installPlace.js';
import type { ListedOverride } from '../../../install/overrides.js';
import type { InstallPart } from '../../../install/wanted.js';
import { verbatim } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import type { Parameter } from '../../../operations/commandLine.js';
import { ownRuntime } from '../../../platform/shim.js';
import { version } from '../../../platform/version.js';
import { refuseAgent } from '../caller.js';
import type { OwnCommand } from '../commandLine/commandSet.js';
import { mistake, printable } from '../commandLine/mistake.js';
import type { Session } from '../session.js';
import { recordPlanted } from './recordPlanted.js';

const toggle = (flag: string, field: string, description: string): Parameter => ({
  ...{ field, flag, kind: 'boolean', choices: [], list: false, required: false, description },
});

const scopeFlags = [
  toggle('user', 'user', 'Your own files, for all your repositories (default)'),
  toggle('project', 'project', 'Files of this repository, to commit for everyone who works in it'),
];
const runFlags = [
  toggle('dry-run', 'dryRun', 'Shows what would be written, as a diff of each file'),
  toggle('yes', 'yes', 'Writes without asking'),
];

const partFlags: readonly Parameter[] = [
  {
    ...{ field: 'without', flag: 'without', kind: 'text', choices: [], list: true, required: false },
    description: 'Parts to leave out: approval, hooks, skills, instructions; the same next time',
  },
  toggle('git-hooks', 'gitHooks', 'Also installs the git hooks of this repository'),
  toggle('overwrite', 'overwrite', 'Overwrites edited skills, hooks and paragraphs'),
];

export const install: OwnCommand = {
  path: ['install'],
  summary: 'Connects coding agents to Stateroom with an MCP entry, skills and instructions.',
  positionals: [],
  flags: [
    {
      ...{ field: 'agents', flag: 'agents', kind: 'text', choices: [], list: true, required: false },
      description: 'Agents to connect (default: those that are found)',
    },
    toggle('all', 'all', 'Connects every agent that Stateroom knows'),
    ...scopeFlags,
    ...partFlags,
    ...runFlags,
    toggle('check', 'check', 'Writes nothing; exit code 1 if an installed file was changed or removed'),
  ],
  examples: ['install', 'install --agents claude-code,codex', 'install --project --dry-run', 'install --check'],
  async run(session, input) {
    const { printer } = session;
    const { check = false, dryRun = false } = input;
    const place = await placeFor(session, input, {
      writes: check === true || dryRun === true ? undefined : 'install',
      isThere: check === true,
    });
    if (isRefusal(place)) return printer.refusal(place);
    const agents = check === true ? [] : await chosenAgents(place, input);
    if (isRefusal(agents)) return printer.refusal(agents);
    const plan = await planFor(session, place, agents, input);
    if (check !== true) return write(session, 'install', place, plan, input);
    if (isRefusal(plan)) return printer.refusal(plan);
    const { printCheck } = await import('../format/installText.js');
    const { rootsIn, trustSteps } = await import('../../../install/trustSteps.js');
    const { host, options } = session;
    const found = locateRepository(options.repo ?? host.directory, host.environment);
    const pieces = plan.files.flatMap(file => (file.problem === undefined ? file.pieces : []));
    return printCheck(session, plan, await trustSteps(place, pieces, isRefusal(found) ? [] : rootsIn(found)));
  },
};

export const update: OwnCommand = {
  path: ['update'],
  summary: 'Updates installed files to this version and applies changed overrides.',
  positionals: [],
  flags: [...scopeFlags, ...partFlags, ...runFlags],
  examples: ['update', 'update --project --dry-run'],
  async run(session, input) {
    const { printer } = session;
    const place = await placeFor(session, input, {
      writes: input.dryRun === true ? undefined : 'update',
      isThere: true,
    });
    if (isRefusal(place)) return printer.refusal(place);
    const plan = await planFor(session, place, [], input);
    if (isRefusal(plan) || plan.ledger.before !== undefined) return write(session, 'update', place, plan, input);
    return printer.answer('Nothing is installed.', { scope: place.scope, changed: false });
  },
};

/** Lists files with which a person or the repository overrides Stateroom's texts. */
export const overrides: OwnCommand = {
  path: ['overrides'],
  summary: 'Lists the overrides, yours and the repository’s, that replace Stateroom’s skills.',
  positionals: [],
  flags: scopeFlags,
  examples: ['overrides', 'overrides --project --json'],
  async run(session, input) {
    const { host, options, printer } = session;
    const { listOverrides } = await import('../../../install/overrides.js');
    const { projectPlace, userPlace } = await import('../../../install/installPlace.js');
    const found = locateRepository(options.repo ?? host.directory, host.environment);
    if (input.project === true && isRefusal(found)) return printer.refusal(found);
    const root = isRefusal(found) ? undefined : found.worktreeRoot;
    const places = [
      input.project === true ? undefined : userPlace(host.environment),
      input.user === true || root === undefined ? undefined : projectPlace(root, host.environment),
    ];
    const listed: (ListedOverride & { scope: string })[] = [];
    for (const place of places.filter(each => each !== undefined)) {
      const own = await listOverrides(place);
      if (isRefusal(own)) return printer.refusal(own);
      listed.push(...own.map(each => ({ ...each, scope: place.scope })));
    }
    const { overridesText } = await import('../format/installText.js');
    return printer.answer(overridesText(listed), {
      overrides: listed.map(({ scope, shown, name, replaces, state }) => ({
        scope,
        file: shown,
        name,
        replaces,
        state,
      })),
    });
  },
};

async function planFor(
  { host }: Session,
  place: InstallPlace,
  agents: readonly Agent[],
  input: Readonly<Record<string, unknown>>,
): Promise<InstallPlan | Refusal> {
  const without = await partsWithout(input.without);
  if (isRefusal(without)) return without;
  const { planInstall } = await import('../../../install/install.js');
  const program = { program: { file: host.programFile, version }, runtime: ownRuntime() };
  return planInstall(place, { agents, known: allAgents, without, overwrites: input.overwrite === true, program });
}

type Writing = 'install' | 'update' | 'uninstall';

async function write(
  session: Session,
  name: Writing,
  place: InstallPlace,
  plan: InstallPlan | Refusal,
  input: Readonly<Record<string, unknown>>,
): Promise<number> {
  if (isRefusal(plan)) return refuseWhole(session, name, place, plan, input);
  const { printPlan } = await import('../format/installText.js');
  const how = { name, dryRun: input.dryRun === true, yes: input.yes === true, gitHooks: input.gitHooks === true };
  return carryOut(session, plan, how, (outcome, hooks) => printPlan(session, plan, outcome, hooks));
}

async function refuseWhole(
  session: Session,
  name: Writing,
  place: InstallPlace,
  refusal: Refusal,
  { dryRun }: Readonly<Record<string, unknown>>,
): Promise<number> {
  // Invalid input is not recorded, only conflicts.
  if (dryRun !== true && refusal.code === 'conflict') await recordPlanted(session, name, place, refusal);
  return session.printer.refusal(refusal);
}

export const uninstall: OwnCommand = {
  path: ['uninstall'],
  summary: 'Removes what install wrote and restores each file.',
  positionals: [],
  flags: [...scopeFlags, ...runFlags],
  examples: ['uninstall', 'uninstall --project --dry-run'],
  async run(session, input) {
    const { printer } = session;
    const place = await placeFor(session, input, {
      writes: input.dryRun === true ? undefined : 'uninstall',
      isThere: true,
    });
    if (isRefusal(place)) return printer.refusal(place);
    const { planUninstall } = await import('../../../install/install.js');
    const plan = await planUninstall(place);
    if (isRefusal(plan)) return refuseWhole(session, 'uninstall', place, plan, input);
    const { printPlan } = await import('../format/installText.js');
    if (plan === undefined) return printer.answer('Nothing is installed.', { scope: place.scope, changed: false });
    const how = { name: 'uninstall', dryRun: input.dryRun === true, yes: input.yes === true, gitHooks: false } as const;
    return carryOut(session, plan, how, outcome => printPlan(session, plan, outcome));
  },
};

/** Outcome of a plan: nothing to do, shown only, shown for confirmation, written after confirmation, or written at once. */
export type PlanOutcome = 'nothing' | 'shown' | 'asked' | 'agreed' | 'written';

async function carryOut(
  session: Session,
  plan: InstallPlan,
  { name, dryRun, yes, gitHooks }: { name: Writing; dryRun: boolean; yes: boolean; gitHooks: boolean },
  print: (outcome: PlanOutcome, hooks?: GitHooksOutcome) => number,
): Promise<number> {
  const { host, printer } = session;
  const { applyPlan, isChange } = await import('../../../install/install.js');
  const isDone = ![...plan.files, plan.ledger].some(isChange);
  if (dryRun) return print('shown');
  if (!yes && !(isDone && !gitHooks)) {
    if (!host.stdin.isTerminal || printer.json) {
      return printer.refusal(
        mistake(
          'Nothing was written because no terminal is available to confirm it.',
          'Use --yes, or --dry-run to see what it would write.',
        ),
      );
    }
    const code = print('asked');
    printer.stderr.write('Write this? [y/N] ');
    const answer = await host.stdin.line();
    if (!/^\s*y(es)?\s*$/i.test(answer)) return printer.answer('Nothing was written.', {}) || code;
  }
  try {
    await applyPlan(plan);
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'FileChanged' || name === 'InstallBusy') return printer.refusal(refuse('conflict', verbatim(message)));
    throw error;
  }
  await recordPlanted(session, name, plan.place, plan);
  const hooks = gitHooks ? await installGitHooks(session) : undefined;
  return print(isDone ? 'nothing' : yes ? 'written' : 'agreed', hooks);
}

export interface GitHooksOutcome {
  readonly complete: boolean;
  readonly text: string;
}

async function installGitHooks(session: Session): Promise<GitHooksOutcome> {
  const { hooksInstall } = await import('../../../operations/hooks/hooksInstall.js');
  const { invoke } = await import('../../../operations/invoke.js');
  const { withContext } = await import('../withContext.js');
  const answer = await withContext(session, false, context => invoke(hooksInstall, context, {}));
  if (isRefusal(answer)) {
    const text = [answer.message, answer.hint].flatMap(each => (each === undefined ? [] : say(each))).join(' ');
    return { complete: false, text: `Git hooks were not installed: ${text}` };
  }
  if (answer.complete) return { complete: true, text: 'Git hooks are installed.' };
  return { complete: false, text: 'Git does not run all of the hooks yet. See stateroom hooks status.' };
}

const connecting = {
  reason: 'Only a person may decide which agents are connected and what they may call.',
  otherwise:
    '--dry-run and --check are open to everyone. Scripts and containers need no install where a person has committed the files of install --project.',
};

/**
 * Refuses agents if `writes` is set. `isThere` without a scope also searches the repository if the person has no installation.
 */
async function placeFor(
  session: Session,
  input: Readonly<Record<string, unknown>>,
  { writes, isThere }: { writes: Writing | undefined; isThere: boolean },
): Promise<InstallPlace | Refusal> {
  const { host, options } = session;
  const { environment } = host;
  if (input.user === true && input.project === true) return mistake('Use --user or --project, not both.');
  const { projectPlace, shownPath, userPlace } = await import('../../../install/installPlace.js');
  const own = userPlace(environment);
  const isOpen = isThere && input.user !== true && (own === undefined || !existsSync(own.ledger));
  let place = own;
  if (input.project === true || isOpen) {
    const found = locateRepository(options.repo ?? host.directory, environment);
    const root = isRefusal(found) ? undefined : found.worktreeRoot;
    const ofProject = root === undefined ? undefined : projectPlace(root, environment);
    if (input.project === true) {
      if (isRefusal(found)) return found;
      if (root === undefined) {
        return refuse('no_repository', verbatim('A bare repository has no files to install into.'), {
          hint: verbatim('Run it in a worktree.'),
        });
      }
      place = ofProject;
    } else if (ofProject !== undefined && existsSync(ofProject.ledger)) place = ofProject;
  }
  if (place === undefined) return refuse('invalid_input', verbatim('There is no home directory: HOME is not set.'));
  if (writes === undefined) return place;
  const about = shownPath(place, place.ledger);
  return (await refuseAgent(session, { ...connecting, name: writes, about })) ?? place;
}

async function chosenAgents(
  place: InstallPlace,
  { agents: named, all }: Readonly<Record<string, unknown>>,
): Promise<readonly Agent[] | Refusal> {
  const known = allAgents.filter(({ connection }) => connection !== undefined);
  const names = known.map(({ harness }) => harness).join(', ');
  if (all === true) {
    return named === undefined ? known : mistake('Use --agents or --all, not both.');
  }
  if (named === undefined) {
    const { isUsed } = await import('../../../install/installPlace.js');
    const found = known.filter(agent => isUsed(place, agent));
    if (found.length > 0) return found;
    return refuse('not_found', verbatim('No coding agent was found.'), {
      hint: verbatim(`Name them with --agents (${names}), or use --all.`),
    });
  }
  const chosen: Agent[] = [];
  for (const name of (named as readonly string[]).map(each => each.trim().toLowerCase())) {
    const agent = known.find(({ harness, otherNames = [] }) => harness === name || otherNames.includes(name));
    if (agent === undefined) return mistake(`Unknown agent “${printable(name)}”.`, `Use one of: ${names}.`);
    chosen.push(agent);
  }
  return chosen;
}

async function partsWithout(named: unknown): Promise<InstallPart[] | undefined | Refusal> {
  if (named === undefined) return undefined;
  const { optionalParts } = await import('../../../install/wanted.js');
  const parts: InstallPart[] = [];
  for (const name of (named as readonly string[]).filter(each => each !== '')) {
    const part = optionalParts.find(each => each === name);
    if (part === undefined) return mistake(`Unknown part “${printable(name)}”.`, `Use ${optionalParts.join(', ')}.`);
    parts.push(part);
  }
  return parts;
}
