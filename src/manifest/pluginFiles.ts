import { commandAndArgs, connectionName, json } from '../domain/agent/serverProgram.js';

/** Fields of package.json. */
interface About {
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/**
 * Returns the manifests by which agents install this repository as a plugin: the MCP server, started as `stateroom` from the PATH, and the
 * skills in `skills`. Hooks are left to the installer, which skips existing ones.
 */
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
