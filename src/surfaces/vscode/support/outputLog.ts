import type * as vscode from 'vscode';
import type { Log } from '../../../platform/log.js';

/** Writes to the extension's log channel; an error takes its cause along. */
export function outputLog(channel: vscode.LogOutputChannel): Log {
  return {
    debug: message => channel.debug(message),
    info: message => channel.info(message),
    warn: message => channel.warn(message),
    error: (message, error) => {
      if (error === undefined) channel.error(message);
      else channel.error(message, error instanceof Error ? (error.stack ?? error.message) : error);
    },
  };
}
