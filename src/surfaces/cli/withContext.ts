import { userInfo } from 'node:os';
import type { Actor } from '../../domain/actor/actor.js';
import { actorFromEnvironment } from '../../domain/actor/actorFromEnvironment.js';
import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import { openCloneTrust } from '../../git/cloneTrust.js';
import { readGitUser } from '../../git/gitUser.js';
import type { GitHooks } from '../../git/hooks/gitHooks.js';
import { openGitHooks } from '../../git/hooks/openGitHooks.js';
import { openLanes } from '../../git/lane/openLanes.js';
import { openFolder, openWorkTree } from '../../git/openWorkTree.js';
import { locateRepository, type RepositoryLocation } from '../../git/repositoryLocation.js';
import { locateStore } from '../../git/storeLocation.js';
import { say } from '../../messages/say.js';
import { settingsFromEnvironment } from '../../operations/settingsFromEnvironment.js';
import { openAttachments } from '../../platform/attachments.js';
import { systemClock } from '../../platform/clock.js';
import { randomIds } from '../../platform/idSource.js';
import { commandRunner } from '../../platform/runCommand.js';
import { version } from '../../platform/version.js';
import type { Context } from '../../records/context.js';
import { agentSignOf, isAttended } from './caller.js';
import { progressBar } from './format/progressBar.js';
import type { Session } from './session.js';
import { withNextCommands } from './withNextCommands.js';

/**
 * `reads` means that nothing is written and the caller's identity does not matter; `signal` ends work that can stop between
 * steps. Refuses if there is no location for a store or the caller's name is invalid.
 */
export async function withContext<T>(
  session: Session,
  reads: boolean,
  work: (context: Context, storeDirectory: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T | Refusal> {
  const { host, options, parts, printer } = session;
  const location = locateStore(options, host);
  if (isRefusal(location)) return location;
  const settings = settingsFromEnvironment(host.environment);
  if (isRefusal(settings)) return settings;
  const actor = await findActor(session, reads, location.workDirectory);
  if (isRefusal(actor)) return actor;
  const store = await parts.openStore(location.directory, host, printer.log);
  const bar = progressBar(printer.stderr, printer);
  const { environment } = host;
  const repository = location.repository ?? locateRepository(location.workDirectory, environment);
  const workTree = openWorkTree(location.workDirectory, environment, repository);
  try {
    const context: Context = {
      store,
      clock: systemClock,
      ids: randomIds,
      actor,
      sharesName: sharesName(session, actor),
      agentSign: agentSignOf(session),
      ...(reads
        ? { namedActor: async () => unrefused(await findActor(session, false, location.workDirectory), actor) }
        : {}),
      log: printer.log,
      notify: notice => printer.log.warn(say(notice)),
      settings,
      progress: bar.show,
      workTree,
      instance: location.repository === undefined ? openFolder(location.directory, environment) : undefined,
      commands: commandRunner(environment),
      trust: workTree && openCloneTrust(workTree.commonDir, environment),
      hooks: hooksOf(repository, session),
      attachments: openAttachments(location.directory),
      lanes:
        workTree &&
        openLanes({ workTree, storeDirectory: location.directory, environment, programFile: host.programFile }),
      probeAgent: async program => (await import('../../backends/agentProgram.js')).probeAgent(program),
      judgeCommand: async (caller, command, directory) =>
        (await import('../../agentHooks/judgeCommand.js')).judgeCommand(caller, command, directory),
      askGate: async (caller, question) => (await import('../../operations/gate/askGate.js')).askGate(caller, question),
      brief: async (caller, workflow, request) =>
        (await import('../../workflows/briefWorkflow.js')).briefWorkflow(caller, workflow, request, withNextCommands),
      withNext: withNextCommands,
      recordMerged: async caller =>
        (await import('../../operations/lane/worker/mergedElsewhere.js')).noticeMerged(caller),
      output: (chunk, stream) => printer.output(chunk, stream),
      ...(signal === undefined ? {} : { signal }),
    };
    return await work(context, location.directory);
  } finally {
    bar.clear();
    await store.close();
  }
}

function hooksOf(repository: RepositoryLocation | Refusal, { host }: Session): GitHooks | undefined {
  if (isRefusal(repository) || repository.worktreeRoot === undefined) return undefined;
  const { worktreeRoot: root, commonDir } = repository;
  const program = { file: host.programFile, version };
  return openGitHooks({ root, commonDir, environment: host.environment, program });
}

async function findActor(session: Session, reads: boolean, directory: string): Promise<Actor | Refusal> {
  const { host, options } = session;
  const derived = actorFromEnvironment({
    environment: host.environment,
    given: options.actor,
    attended: isAttended(session),
  });
  if (isRefusal(derived)) return derived;
  // A read does not record the reader, so git is not started to get the name.
  const name = derived.name ?? (reads ? undefined : await readGitUser(directory, host.environment)) ?? systemUser();
  return { ...derived, name: name.slice(0, 200) };
}

/** True for an agent without a given name or a session id. */
function sharesName({ host, options }: Session, { role, session }: Actor): boolean {
  const isGiven = options.actor !== undefined || Boolean(host.environment.STATEROOM_ACTOR?.trim());
  return role === 'agent' && !isGiven && session === undefined;
}

/** Returns the known actor if the repeated lookup is refused. */
function unrefused(found: Actor | Refusal, known: Actor): Actor {
  return isRefusal(found) ? known : found;
}

function systemUser(): string {
  try {
    return userInfo().username || 'unknown';
  } catch {
    return 'unknown';
  }
}
