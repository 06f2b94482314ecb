import { writeFileSync } from 'node:fs';

/**
 * Returns a function that creates the file named by `STATEROOM_MCP_SEEN`, once: whoever starts an agent sees by it that the agent
 * uses this server.
 */
export function signFor(environment: Readonly<Record<string, string | undefined>>): () => void {
  let path = environment.STATEROOM_MCP_SEEN;
  return () => {
    const file = path;
    path = undefined;
    if (file === undefined || file === '') return;
    try {
      writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
    } catch {
      // It is there already, or nobody looks any more.
    }
  };
}
