/** Never contains payloads, environment variables or tokens. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
