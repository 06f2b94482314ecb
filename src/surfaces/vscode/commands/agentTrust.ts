import { l10n } from 'vscode';
import type { ConnectableAgent } from '../../../agents/connection.js';

/** What an agent asks of the person before it uses the entry, and what the entry allows it. */
export function agentTrust(agent: ConnectableAgent): string {
  return sentences[agent]();
}

const sentences: Readonly<Record<ConnectableAgent, () => string>> = {
  'claude-code': () => l10n.t('Claude Code asks once per repository whether a server of .mcp.json may start.'),
  codex: () =>
    l10n.t(
      'Codex reads the file of a repository only after the repository has been trusted; `--trust` does that, once. With this entry it calls the tools without asking, including `evidence`, which runs any command; leave out `default_tools_approval_mode` to be asked.',
    ),
  copilot: () => l10n.t('Copilot reads the file of a repository only after its folder has been trusted.'),
  vscode: () =>
    l10n.t('VS Code asks for trust when the server starts for the first time and after each change of the entry.'),
  gemini: () =>
    l10n.t(
      'Gemini reads the file of a repository only in a trusted folder; the variable `GEMINI_CLI_TRUST_WORKSPACE` trusts it for one run. With `"trust": true` it calls the tools without asking, including `evidence`, which runs any command; leave it out to be asked.',
    ),
  opencode: () => l10n.t('opencode starts the server without asking.'),
  qwen: () => l10n.t('Approve the server of a repository once with `qwen mcp approve stateroom`.'),
};
