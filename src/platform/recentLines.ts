import type { Clock } from './clock.js';
import type { Log } from './log.js';

export interface RecentLog extends Log {
  /** First line of each message with time and level, oldest first. */
  recent(): readonly string[];
}

export function keepRecent(log: Log, clock: Clock, max = 200): RecentLog {
  const lines: string[] = [];
  const keep = (level: string, text: string): void => {
    lines.push(`${new Date(clock.now()).toISOString()} ${level} ${text.split('\n')[0]}`);
    if (lines.length > max) lines.shift();
  };
  return {
    debug: message => log.debug(message),
    info(message) {
      keep('info', message);
      log.info(message);
    },
    warn(message) {
      keep('warning', message);
      log.warn(message);
    },
    error(message, error) {
      keep(
        'error',
        error === undefined ? message : `${message} ${error instanceof Error ? error.message : String(error)}`,
      );
      log.error(message, error);
    },
    recent: () => lines,
  };
}
