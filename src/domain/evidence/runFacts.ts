import * as z from 'zod';
import { evidenceLimits } from './evidenceRow.js';

/** How a command was started that Stateroom ran: what of its surroundings can change what it says. */
export const runFactsSchema = z.object({
  version: z.literal(1),
  /** The file that the first word of the command means, without links; null where it was not found. */
  program: z.string().nullable(),
  /** Where that file is, if a name found it by the PATH in a place where an agent writes. */
  foundIn: z.enum(['worktree', 'temporary']).nullable(),
  /** Entries of the PATH in the repository or the temporary folder, and relative ones. */
  path: z.array(z.string()),
  /** Variables that change how programs run; without a value where that may be a secret. */
  variables: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** Of these, the names of those that load other code into the program or the shell. */
  loaders: z.array(z.string()),
  /** SHA-256 of the command of the settings that it is, where its own text is redacted. */
  named: z.string().optional(),
});
export type RunFacts = z.infer<typeof runFactsSchema>;

/** Reads what evidence keeps of its run; undefined for a receipt of CI, and where nothing was kept. */
export function readRunFacts(text: string | null): RunFacts | undefined {
  if (text === null) return undefined;
  try {
    const { success, data } = runFactsSchema.safeParse((JSON.parse(text) as { run?: unknown }).run);
    return success ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Stands for everything. */
const everything = ['.'];

/**
 * The text that evidence keeps of its run, in place of a receipt of CI: how it was started, and what of its tree was not there, as in
 * a sparse checkout.
 */
export function runReceipt(run: RunFacts, leftOut: readonly string[]): string {
  if (leftOut.length === 0) return JSON.stringify({ run });
  const text = JSON.stringify({ leftOut, run });
  return text.length > evidenceLimits.receipt ? JSON.stringify({ leftOut: everything, run }) : text;
}

/** Variables whose values say nothing secret, and change what programs load or which shell runs scripts. */
const loading =
  /^(?:bash_env|ld_preload|ld_audit|dyld_insert_libraries|java_tool_options|jdk_java_options|_java_options|rubyopt|perl5opt|pythonstartup|npm_config_(?:script_shell|node_options|userconfig))$/;
/** Those that change where programs look. */
const steering =
  /^(?:node_options|node_path|ld_library_path|dyld_library_path|pythonpath|pythonhome|pytest_addopts|perl5lib|rubylib|classpath|makeflags|goflags|rustc_wrapper|rustflags|env|npm_config_(?:globalconfig|prefix))$/;
/** Options of Node.js that load code; others, as for memory, change no result. */
const nodeLoads = /(?:^|\s|")(?:-r|--require|--import|--loader|--experimental-loader)(?:[\s=]|$)/;
const npmSetting = /^[ \t]*(script[-_]shell|node[-_]options)[ \t]*=(.*)$/i;
const maxSetting = 2000;
const anyOfNpm = /^npm_config_/;
/** npm sets these for everything that it starts. */
const usualOfNpm =
  /^npm_config_(?:cache|global_prefix|init_module|local_prefix|node_gyp|noproxy|npm_version|user_agent)$/;
const maxVariables = 30;

/** A variable or a setting that changes how programs run; without a value where that may be a secret. */
export interface RunVariable {
  readonly name: string;
  readonly value: string | null;
}

/** What a text of npm's settings loads into what npm starts: `script-shell`, and `node-options` with other code. */
export function loadsOfNpm(text: string): RunVariable[] {
  return text.split(/\r?\n/).flatMap(line => {
    const [, key = '', given = ''] = npmSetting.exec(line.slice(0, maxSetting)) ?? [];
    const name = key.toLowerCase().replace('_', '-');
    const value = given.trim().replace(/^(["'])(.*)\1$/, '$2');
    return value !== '' && (name === 'script-shell' || nodeLoads.test(value)) ? [{ name, value }] : [];
  });
}

/**
 * Of an environment, what changes how programs run, with whole values, which may hold secrets. Names are compared in any letter case,
 * as npm does. `usual` has the values, by names in lower case, that change nothing.
 */
export function changingVariables(
  environment: Readonly<Record<string, string | undefined>>,
  usual: Readonly<Record<string, readonly string[]>> = {},
): Pick<RunFacts, 'variables' | 'loaders'> {
  const variables: RunVariable[] = [];
  const loaders: string[] = [];
  for (const [name, value] of Object.entries(environment).sort(([one], [other]) => (one < other ? -1 : 1))) {
    const key = name.toLowerCase();
    if (value === undefined || value === '' || usual[key]?.includes(value)) continue;
    const loads = loading.test(key) || (key === 'node_options' && nodeLoads.test(value));
    if (loads) loaders.push(name);
    if (loads || steering.test(key)) variables.push({ name, value });
    else if (anyOfNpm.test(key) && !usualOfNpm.test(key)) variables.push({ name, value: null });
  }
  return { variables: variables.slice(0, maxVariables), loaders: loaders.slice(0, maxVariables) };
}
