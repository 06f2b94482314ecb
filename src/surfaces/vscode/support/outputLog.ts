import type * as vscode from 'vscode';
import type { Log } from '../../../platform/log.js';
import { storedText } from '../../../platform/withoutSecrets.js';

/** Writes to the log channel, which the editor keeps in a file: without secrets, with the causes of errors. */
export function outputLog(channel: vscode.LogOutputChannel): Log {
  return {
    debug: message => channel.debug(storedText(message)),
    info: message => channel.info(storedText(message)),
    warn: message => channel.warn(storedText(message)),
    error: (message, error) => {
      const text = storedText(message);
      if (error === undefined) channel.error(text);
      else channel.error(text, storedText(error instanceof Error ? (error.stack ?? error.message) : String(error)));
    },
  };
}
