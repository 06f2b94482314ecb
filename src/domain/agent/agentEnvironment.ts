import type { AcpProgram } from './agent.js';
import { agents } from './agents.js';

/** The agent for which variables are chosen. */
export interface EnvironmentOwner {
  /** Harness, or the name of an agent of a person's own. */
  readonly key: string;
  /** Absent if it may have the credentials of all. */
  readonly credentials?: AcpProgram['credentials'] | undefined;
}

/** Variables of Stateroom and of the editor in which it runs: another program would take them for its own. */
const ofPrograms = /^(?:STATEROOM_|ELECTRON_|VSCODE_)/;
/** Git sets these for a hook's repository; the agent's git finds its own. */
const ofHooks =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|QUARANTINE_PATH|INTERNAL_SUPER_PREFIX|SHALLOW_FILE|GRAFT_FILE|CONFIG_PARAMETERS|EXEC_PATH|REFLOG_ACTION)$/;
/** Variables by which agents are recognized: the one that started this process is not the next one. */
const ofCallers = new Set([
  'AI_AGENT',
  'AGENT',
  ...agents.flatMap(one => [...(one.marks ?? []), ...(one.sessions ?? [])]),
]);

/**
 * True for a variable that an agent does not get: Stateroom's own, those of the editor and of the agent that called Stateroom, and
 * credentials of other agents. Everything else is passed: PATH, proxies, gateways, `DATABASE_URL`.
 */
export function isWithheld(name: string, { key, credentials }: EnvironmentOwner): boolean {
  if (ofPrograms.test(name) || ofHooks.test(name) || ofCallers.has(name)) return true;
  if (credentials === undefined || credentials.some(own => own.test(name))) return false;
  return agents.some(
    ({ harness, acp }) => harness !== key && acp?.credentials.some(other => other.test(name)) === true,
  );
}

/** The variables that an agent gets, without undefined ones. */
export function environmentFor(
  owner: EnvironmentOwner,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const passed = Object.entries(environment).filter(([name, value]) => value !== undefined && !isWithheld(name, owner));
  return Object.fromEntries(passed) as Record<string, string>;
}
