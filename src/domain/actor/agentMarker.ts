type Environment = Readonly<Record<string, string | undefined>>;

/** What an agent's environment says about it. */
export interface AgentMarker {
  /** The program that hosts the agent, as `Actor.harness` has it. */
  readonly harness: string;
  readonly session: string | undefined;
}

interface KnownHarness {
  readonly harness: string;
  /** Any of these, set and not negated, tells the harness. */
  readonly marks: readonly string[];
  /** Holds an id of the conversation; tells the harness as well. */
  readonly sessions?: readonly string[];
}

/**
 * Variables that a harness sets for what its agent starts, never a person for themselves: a setting such as `CODEX_HOME`
 * or `COPILOT_MODEL` tells nothing. Where one harness was started by another, both have left their marks and nothing
 * tells which is the inner one; the order here then decides, the narrower products first. Either way it is an agent.
 */
const knownHarnesses: readonly KnownHarness[] = [
  { harness: 'opencode', marks: ['OPENCODE', 'OPENCODE_CLIENT'], sessions: ['OPENCODE_SESSION_ID'] },
  { harness: 'gemini', marks: ['GEMINI_CLI'], sessions: ['GEMINI_CLI_SESSION_ID'] },
  { harness: 'qwen', marks: ['QWEN_CODE'] },
  {
    harness: 'copilot',
    marks: ['COPILOT_AGENT', 'COPILOT_CLI'],
    sessions: ['COPILOT_AGENT_SESSION_ID'],
  },
  {
    harness: 'codex',
    marks: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED', 'CODEX_CI'],
    sessions: ['CODEX_THREAD_ID', 'CODEX_SESSION_ID'],
  },
  { harness: 'claude-code', marks: ['CLAUDECODE', 'CLAUDE_CODE'], sessions: ['CLAUDE_CODE_SESSION_ID'] },
  { harness: 'cursor', marks: ['CURSOR_AGENT'] },
  { harness: 'pi', marks: ['PI_CODING_AGENT'] },
  { harness: 'auggie', marks: ['AUGMENT_AGENT'] },
  { harness: 'antigravity', marks: ['ANTIGRAVITY_AGENT'] },
  { harness: 'cline', marks: ['CLINE_ACTIVE'] },
  { harness: 'goose', marks: ['GOOSE_TERMINAL'] },
  { harness: 'crush', marks: ['CRUSH'] },
  { harness: 'junie', marks: ['JUNIE_DATA', 'JUNIE_SHIM_PATH'] },
];

/** Names that other tools give the same products in `AI_AGENT` and `AGENT`. */
const otherNames: Readonly<Record<string, string>> = {
  claude: 'claude-code',
  'github-copilot': 'copilot',
  'github-copilot-cli': 'copilot',
  'github-copilot-vscode-agent': 'copilot',
  'github-copilot-cloud-agent': 'copilot',
  'copilot-cli': 'copilot',
  'codex-cli': 'codex',
  'gemini-cli': 'gemini',
  'qwen-code': 'qwen',
  'cursor-cli': 'cursor',
  'augment-cli': 'auggie',
};

/** Set by several harnesses, with a name or only `1`. */
const genericMarks = ['AI_AGENT', 'AGENT'] as const;

/** Finds the marks of a coding agent in an environment; undefined when there are none. */
export function findAgentMarker(environment: Environment): AgentMarker | undefined {
  const known = knownHarnesses.find(({ marks, sessions = [] }) =>
    [...marks, ...sessions].some(name => isSet(environment[name])),
  );
  const generic = genericMarks.map(name => environment[name]).find(isSet);
  if (known === undefined && generic === undefined) return undefined;
  const harness = known?.harness ?? harnessName(generic ?? '') ?? 'agent';
  return {
    harness,
    session: known?.sessions
      ?.map(name => environment[name])
      .find(isSet)
      ?.slice(0, 200),
  };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && !/^(0|false|no|off)?$/i.test(value.trim());
}

/** `claude-code@2.1` and `claude-code_2-1-329_agent` are `claude-code`; a bare `1` or `true` names nobody. */
function harnessName(value: string): string | undefined {
  const name = value
    .trim()
    .toLowerCase()
    .replace(/[@/].*$/, '')
    .replace(/_\d.*$/, '')
    .replaceAll('_', '-');
  if (!/^[a-z][a-z0-9.-]{0,99}$/.test(name) || /^(true|yes|on)$/.test(name)) return undefined;
  return otherNames[name] ?? name;
}
