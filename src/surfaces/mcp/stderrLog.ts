import type { Writable } from 'node:stream';
import { visibleText } from '../../domain/text/visibleText.js';
import type { Log } from '../../platform/log.js';
import { storedText } from '../../platform/withoutSecrets.js';

/** Logs warnings and errors to stderr, redacted, one per line; MCP clients keep a server's stderr for diagnosis. */
export function stderrLog(stream: Writable): Log {
  // A client that closes stderr must not end the server.
  stream.on('error', () => undefined);
  const write = (level: string, message: string) =>
    void stream.write(`stateroom mcp: ${level}: ${visibleText(storedText(message))}\n`);
  return {
    debug() {},
    info() {},
    warn: message => write('warning', message),
    error: (message, error) =>
      write('error', error === undefined ? message : `${message}: ${error instanceof Error ? error.stack : error}`),
  };
}
