import { closeSync, openSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Liveness } from '../../../../platform/processIdentity.js';

/** The kernel closes this socket with its process: a refused connection proves death, also in another pid namespace. */
export interface LivenessSocket {
  readonly name: string;
  close(): void;
}

/** Socket addresses are limited to about 107 bytes; Linux reaches longer ones through an open directory. */
const maxPathLength = 100;

interface Address {
  readonly path: string;
  release(): void;
}

function addressOf(directory: string, name: string): Address | undefined {
  const path = join(directory, name);
  if (Buffer.byteLength(path) <= maxPathLength) return { path, release() {} };
  if (process.platform !== 'linux') return undefined;
  const handle = openSync(directory, 'r');
  return { path: `/proc/self/fd/${handle}/${name}`, release: () => closeSync(handle) };
}

/** Returns undefined without sockets (Windows, some sandboxes). */
export function listenForLiveness(directory: string, name: string): LivenessSocket | undefined {
  if (process.platform === 'win32') return undefined;
  let address: Address | undefined;
  try {
    address = addressOf(directory, name);
    if (address === undefined) return undefined;
    const server: Server = createServer(socket => socket.destroy());
    server.on('error', () => {
      // Without a socket only the pid is checked.
    });
    server.listen(address.path);
    server.unref();
    const release = address.release;
    return {
      name,
      close() {
        server.close();
        release();
      },
    };
  } catch {
    address?.release();
    return undefined;
  }
}

export function probeLiveness(directory: string, name: string, timeoutMs = 500): Promise<Liveness> {
  let address: Address | undefined;
  try {
    address = addressOf(directory, name);
  } catch {
    return Promise.resolve('unknown');
  }
  if (address === undefined) return Promise.resolve('unknown');
  const { path, release } = address;
  return new Promise(resolve => {
    const socket = connect(path);
    const finish = (liveness: Liveness): void => {
      socket.destroy();
      release();
      resolve(liveness);
    };
    socket.setTimeout(timeoutMs, () => finish('unknown'));
    socket.once('connect', () => finish('alive'));
    socket.once('error', error => {
      finish((error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'dead' : 'unknown');
    });
  });
}
