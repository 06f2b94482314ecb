import { expect, it } from 'vitest';
import { everyText } from '../../../test/support/everyText.js';
import { findOperation } from '../../operations/catalogue.js';
import type { CliHost } from './cliHost.js';
import { makePrinter } from './printer.js';

function printed(name: string, data: unknown): { code: number; stdout: string; stderr: string } {
  const texts = { stdout: '', stderr: '' };
  const output = (stream: 'stdout' | 'stderr') => ({
    isTerminal: false,
    width: undefined,
    write: (text: string | Uint8Array) => {
      texts[stream] += String(text);
    },
  });
  const host = { environment: {}, stdout: output('stdout'), stderr: output('stderr') } as unknown as CliHost;
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`There is no ${name}.`);
  const printer = makePrinter(host, { json: false, quiet: true, color: undefined }, everyText);
  return { code: printer.result(operation, data, {}), ...texts };
}

const ready = { gate: 'review-ready', task: 'T-1', ready: true, reasons: [], warnings: [] };
const open = {
  ...ready,
  gate: 'close-check',
  ready: false,
  reasons: [{ code: 'no_proof', text: 'No passing evidence for this tree.', fix: 'Run it.' }],
};

it('says with --quiet why a script fails, on stderr, and nothing else', () => {
  expect(printed('gate.check', ready)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(printed('gate.check', open)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'T-1 close-check: not ready (1 issue)\n',
  });
  expect(printed('gate.list', { gates: [ready, open] })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'T-1 review-ready: ready\nT-1 close-check: not ready (1 issue)\n',
  });
});

it('leaves of an entry of an investigation its own id with --quiet', () => {
  const run = { ref: 'R-2' };
  expect(printed('run.start', { run }).stdout).toBe('R-2\n');
  expect(printed('run.hypothesize', { run, hypothesis: { id: 'H001' } }).stdout).toBe('H001\n');
  expect(printed('run.evidence', { run, evidence: { id: 'E003' } }).stdout).toBe('E003\n');
});
