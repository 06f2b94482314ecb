import { expect, it } from 'vitest';
import { parseStat } from './linux.js';
import { type ListedProcess, membersIn } from './listedProcess.js';
import { parsePs } from './mac.js';
import { parseProcesses } from './windows.js';

it.each([
  [
    '4711 (node) S 4700 4711 4711 0 -1 4194560 9000 0 0 0 12 3 0 0 20 0 11 0 1293837 1099511627776 12000 18446744073709551615',
    { pid: 4711, parent: 4700, group: 4711, start: 1_293_837, isMarked: true },
  ],
  [
    '4712 (sh) -c (a b)) R 1 4711 4711 0 -1 4194304 100 0 0 0 0 0 0 0 20 0 1 0 1293901 2600960 300 18446744073709551615',
    { pid: 4712, parent: 1, group: 4711, start: 1_293_901, isMarked: true },
  ],
  ['4713 (node) Z 4711 4711 4711 0 -1 4227084 0 0 0 0 0 0 0 0 20 0 1 0 1293902 0 0 18446744073709551615', undefined],
  ['', undefined],
])('reads a line of /proc/<pid>/stat %#', (stat, expected) => {
  expect(parseStat(stat, true)).toEqual(expected);
});

it('reads what ps of macOS lists', () => {
  const text = [
    '    1     0     1 Ss   Mon Nov 30 08:00:00 2026     /sbin/launchd',
    '  501     1   501 S    Tue Dec  1 03:12:07 2026     /usr/local/bin/node /usr/local/bin/gemini --acp PATH=/usr/bin STATEROOM_SESSION=abc HOME=/Users/robin',
    '  502   501   501 S+   Tue Dec  1 03:12:08 2026     /usr/local/bin/node STATEROOM_SESSION=abcdef',
    '  503   501   501 Z    Tue Dec  1 03:12:09 2026     (node)',
    '',
  ].join('\n');
  const seen = parsePs(text, 'STATEROOM_SESSION=abc');
  expect(seen).toEqual([
    { pid: 1, parent: 0, group: 1, start: Date.parse('2026-11-30T08:00:00'), isMarked: false },
    { pid: 501, parent: 1, group: 501, start: Date.parse('2026-12-01T03:12:07'), isMarked: true },
    { pid: 502, parent: 501, group: 501, start: Date.parse('2026-12-01T03:12:08'), isMarked: false },
  ]);
  expect(parsePs(text, '').filter(one => one.isMarked)).toEqual([]);
});

it('reads what PowerShell of Windows lists', () => {
  const text = '0 0 0\r\n4 0 0\r\n7000 6000 134091000000000000\r\n7001 7000 134091000000012345\r\n\r\n';
  expect(parseProcesses(text)).toEqual([
    { pid: 4, parent: 0, group: 0, start: 0, isMarked: false },
    { pid: 7000, parent: 6000, group: 0, start: 13_409_100_000_000, isMarked: false },
    { pid: 7001, parent: 7000, group: 0, start: 13_409_100_000_001, isMarked: false },
  ]);
});

const one = (pid: number, parent: number, group: number, more: Partial<ListedProcess> = {}): ListedProcess => ({
  ...{ pid, parent, group, start: pid, isMarked: false },
  ...more,
});
/** init, the shell and runner of a person, an agent with its MCP server, and a program of somebody else. */
const usual = [one(1, 0, 1), one(10, 1, 10), one(20, 10, 20), one(30, 20, 30), one(31, 30, 30), one(40, 1, 40)];
const group = { leader: 30, start: 30, marker: 'STATEROOM_SESSION=abc' };

it.each<[string, readonly ListedProcess[], { pids: readonly number[]; ownsGroup: boolean }]>([
  ['the group', usual, { pids: [30, 31], ownsGroup: true }],
  ['the rest of a group whose leader is gone', [...usual.slice(0, 3), one(31, 1, 30)], { pids: [31], ownsGroup: true }],
  ['a child in a group of its own', [...usual, one(32, 31, 32)], { pids: [30, 31, 32], ownsGroup: true }],
  [
    'a marked process that has left group and parents',
    [...usual, one(33, 1, 33, { isMarked: true }), one(34, 33, 33)],
    { pids: [30, 31, 33, 34], ownsGroup: true },
  ],
  ['nothing of it', usual.slice(0, 3), { pids: [], ownsGroup: true }],
  [
    'a later program with the pid of the leader',
    [...usual.slice(0, 3), one(30, 10, 30, { start: 99 }), one(35, 30, 30, { start: 100 })],
    { pids: [], ownsGroup: false },
  ],
  [
    'a later program with that pid, beside a marked one',
    [...usual.slice(0, 3), one(30, 10, 30, { start: 99 }), one(36, 1, 36, { isMarked: true })],
    { pids: [36], ownsGroup: false },
  ],
  [
    'this process, which an agent started, with its children',
    [
      one(1, 0, 1),
      one(30, 1, 30, { isMarked: true }),
      one(20, 30, 30, { isMarked: true }),
      one(21, 20, 20, { start: 50 }),
    ],
    { pids: [], ownsGroup: true },
  ],
  [
    'an older process whose parent’s pid was used again',
    [...usual, one(37, 31, 37, { start: 5 })],
    { pids: [30, 31], ownsGroup: true },
  ],
])('finds %s', (_name, all, expected) => {
  expect(membersIn(all, group, 20)).toEqual(expected);
});

it('finds the children of a program that is gone on Windows, which has no groups', () => {
  const all = [one(4, 0, 0), one(20, 10, 0), one(31, 30, 0, { start: 31 }), one(32, 31, 0), one(40, 4, 0)];
  expect(membersIn(all, { leader: 30, start: 0, marker: '' }, 20)).toEqual({ pids: [31, 32], ownsGroup: true });
});

it('takes neither init nor the kernel for members where the group is not known', () => {
  const all = [one(1, 0, 1), one(2, 0, 0), one(3, 2, 0), one(33, 1, 33, { isMarked: true })];
  expect(membersIn(all, { leader: 0, start: 0, marker: 'm' }, 20)).toEqual({ pids: [33], ownsGroup: false });
});
