import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeEach, expect, it } from 'vitest';
import { say } from '../../../../messages/say.js';
import { identifyThisProcess, type ProcessIdentity } from '../../../../platform/processIdentity.js';
import { Connection } from '../connection.js';
import { loadSqlJs } from '../sqlJsModule.js';
import { UpdateNotice } from './updateNotice.js';

const wasmFile = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
const here: ProcessIdentity = { ...identifyThisProcess(), program: 'cli.mjs' };
const gone: ProcessIdentity = { ...here, token: 'other', pid: 2 ** 30, program: 'mcp.mjs' };

let connection: Connection;
beforeEach(async () => {
  connection = new Connection(await loadSqlJs(wasmFile));
  connection.begin();
  connection.run('create table schema_migrations (version integer)', []);
  connection.run('create table lanes (number integer, worktree_path text, status text)', []);
});

const said = async (...processes: ProcessIdentity[]): Promise<string> => {
  connection.commit();
  return say((await new UpdateNotice().about(processes, connection)).said);
};

function addLane(number: number, status: string): void {
  connection.run('insert into schema_migrations (version) values (3)', []);
  connection.run('insert into lanes (number, worktree_path, status) values (?, ?, ?)', [
    number,
    realpathSync(process.cwd()),
    status,
  ]);
}

it('names one program, and several', async () => {
  expect(await said(gone)).toBe(`Update ready; it applies when mcp.mjs (pid ${gone.pid}) ends.`);
  connection.begin();
  expect(await said(gone, { ...gone, token: 'third', program: '' }, here)).toBe(
    `Update ready; it applies when mcp.mjs (pid ${gone.pid}), process ${gone.pid} and cli.mjs (pid ${here.pid}) end.`,
  );
});

it.skipIf(process.platform === 'win32')('names open lanes in place of the processes that run in them', async () => {
  addLane(3, 'merged');
  addLane(7, 'active');
  expect(await said(here, { ...here, token: 'second' }, gone)).toBe(
    `Update ready; it applies when L-7 and mcp.mjs (pid ${gone.pid}) end.`,
  );
  expect((await new UpdateNotice().about([here], connection)).details).toMatchObject({ lanes: ['L-7'] });
});
