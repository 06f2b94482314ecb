import * as z from 'zod';
import { evidenceLimits } from './evidenceRow.js';

export const runFactsSchema = z.object({
  version: z.literal(1),
  /** The executable of the command's first word, links resolved; null if not found. */
  program: z.string().nullable(),
  /** Location of the executable, if the PATH found it where an agent can write. */
  foundIn: z.enum(['worktree', 'temporary']).nullable(),
  /** PATH entries in the repository or the temporary folder, and relative ones. */
  path: z.array(z.string()),
  /** Variables that change how programs run; without a value if it may be secret. */
  variables: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** Names of those variables that load other code into the program or shell. */
  loaders: z.array(z.string()),
  /** SHA-256 of the configured command it matches, if its own text is redacted. */
  named: z.string().optional(),
});
export type RunFacts = z.infer<typeof runFactsSchema>;

/** Undefined for a CI receipt, or if none were kept. */
export function readRunFacts(text: string | null): RunFacts | undefined {
  if (text === null) return undefined;
  try {
    const { success, data } = runFactsSchema.safeParse((JSON.parse(text) as { run?: unknown }).run);
    return success ? data : undefined;
  } catch {
    return undefined;
  }
}

const everything = ['.'];

/** Builds the receipt of a run: its conditions, and the missing parts of its tree, as in a sparse checkout. */
export function runReceipt(run: RunFacts, leftOut: readonly string[]): string {
  if (leftOut.length === 0) return JSON.stringify({ run });
  const text = JSON.stringify({ leftOut, run });
  return text.length > evidenceLimits.receipt ? JSON.stringify({ leftOut: everything, run }) : text;
}

/** Variables without secrets that control which code programs load or which shell runs scripts. */
const loading =
  /^(?:bash_env|ld_preload|ld_audit|dyld_insert_libraries|java_tool_options|jdk_java_options|_java_options|rubyopt|perl5opt|pythonstartup|npm_config_(?:script_shell|node_options|userconfig))$/;
/** Variables that change search paths and options. */
const steering =
  /^(?:node_options|node_path|ld_library_path|dyld_library_path|pythonpath|pythonhome|pytest_addopts|perl5lib|rubylib|classpath|makeflags|goflags|rustc_wrapper|rustflags|env|npm_config_(?:globalconfig|prefix))$/;
/** Node.js options that load code; others, such as memory limits, do not affect results. */
const nodeLoads = /(?:^|\s|")(?:-r|--require|--import|--loader|--experimental-loader)(?:[\s=]|$)/;
const npmSetting = /^[ \t]*(script[-_]shell|node[-_]options)[ \t]*=(.*)$/i;
const maxSetting = 2000;
const anyOfNpm = /^npm_config_/;
/** Set by npm for everything it starts. */
const usualOfNpm =
  /^npm_config_(?:cache|global_prefix|init_module|local_prefix|node_gyp|noproxy|npm_version|user_agent)$/;
const maxVariables = 30;

/** A variable or setting that changes how programs run; without a value if it may be secret. */
export interface RunVariable {
  readonly name: string;
  readonly value: string | null;
}

/** Extracts npm settings that load code into child processes: `script-shell`, and `node-options` with such options. */
export function loadsOfNpm(text: string): RunVariable[] {
  return text.split(/\r?\n/).flatMap(line => {
    const [, key = '', given = ''] = npmSetting.exec(line.slice(0, maxSetting)) ?? [];
    const name = key.toLowerCase().replace('_', '-');
    const value = given.trim().replace(/^(["'])(.*)\1$/, '$2');
    return value !== '' && (name === 'script-shell' || nodeLoads.test(value)) ? [{ name, value }] : [];
  });
}

/**
 * Variables that change how programs run, with values that may be secret. Names are case-insensitive, as for npm; `usual` has
 * values without effect by lower-case name.
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
