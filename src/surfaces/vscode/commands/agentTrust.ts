import { l10n } from 'vscode';
import type { ConnectableAgent } from '../../../agents/connection.js';

/** What an agent asks of the person before it uses the entry, and what the entry allows it. */
export function agentTrust(agent: ConnectableAgent): string {
  return sentences[agent]();
}

const sentences: Readonly<Record<ConnectableAgent, () => string>> = {
  'claude-code': () => l10n.t('Claude Code asks once per repository before it starts a server from .mcp.json.'),
  codex: () =>
    l10n.t(
      'Codex reads a repository’s file only after you trust the repository; `--trust` does that once. With this entry, Codex calls the tools without asking, including `evidence`, which runs any command. To be asked, leave out `default_tools_approval_mode`.',
    ),
  copilot: () => l10n.t('Copilot reads a repository’s file only after you trust its folder.'),
  vscode: () => l10n.t('VS Code asks for trust when the server first starts and after each change to the entry.'),
  gemini: () =>
    l10n.t(
      'Gemini reads a repository’s file only in a trusted folder; the variable `GEMINI_CLI_TRUST_WORKSPACE` trusts it for one run. With `"trust": true`, Gemini calls the tools without asking, including `evidence`, which runs any command. To be asked, leave it out.',
    ),
  opencode: () => l10n.t('opencode starts the server without asking.'),
  qwen: () => l10n.t('Approve the repository’s server once with `qwen mcp approve stateroom`.'),
};
