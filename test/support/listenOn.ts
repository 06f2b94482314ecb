import { createServer, type Server } from 'node:net';

/** A server on a port of loopback, for tests of ports that are taken; the caller closes it. */
export function listenOn(port: number): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(port, '127.0.0.1', () => done(server));
  });
}
