import { commandAndArgs, connectionName, json } from '../domain/agent/serverProgram.js';

/** Fields of package.json. */
interface About {
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** Plugin manifests: the MCP server `stateroom` from PATH, and the skills. The installer adds missing hooks. */
export function pluginFiles({
  name,
  displayName,
  version,
  description,
  license,
}: About): Readonly<Record<string, string>> {
  const about = { name, version, description };
  const author = { name: displayName };
  const mcpServers = { [connectionName]: commandAndArgs({ programName: 'stateroom' }) };
  return {
    // Codex reads these two as well.
    '.claude-plugin/plugin.json': json({ ...about, author, license, mcpServers }),
    '.claude-plugin/marketplace.json': json({
      name,
      owner: author,
      metadata: { description },
      plugins: [{ name, source: './', description }],
    }),
    'gemini-extension.json': json({ ...about, mcpServers }),
  };
}
