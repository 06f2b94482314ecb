import { connect } from 'node:net';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';

/** Max wait for a local port to accept a connection, in ms. */
const patienceMs = 1000;

/** Opens the app on a lane's port in the browser; throws `not_found` if nothing listens there. */
export async function openApp({ ref, port }: Lane): Promise<{ readonly opened: string }> {
  if (port === null) throw refusalError('not_found', verbatim(l10n.t('{0} has no port.', ref)));
  const isThere = await Promise.all(['127.0.0.1', '::1'].map(host => isListening(port, host)));
  if (!isThere.includes(true)) {
    throw refusalError('not_found', verbatim(l10n.t('Nothing listens on port {0} of {1}.', port, ref)), {
      hint: verbatim(l10n.t('Start the app in the lane’s terminal, where PORT is set.')),
    });
  }
  const opened = `http://localhost:${port}`;
  await vscode.env.openExternal(vscode.Uri.parse(opened));
  return { opened };
}

function isListening(port: number, host: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host, timeout: patienceMs });
    const end = (isThere: boolean) => (): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}
