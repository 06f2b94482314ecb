import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Session } from '../session.js';
import { agentRun } from './agentRun.js';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'stateroom-agent-run-'));
});

async function called(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const printer = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
  };
  const code = await agentRun({ host: { directory: root }, options: {}, printer } as unknown as Session, args);
  return { code, stdout, stderr };
}

async function started(): Promise<string> {
  expect(await called('--run-id', 'why', 'start', 'Why?')).toMatchObject({ code: 0, stderr: '' });
  return join(root, '.agents/runs/why');
}

it('a log that is not UTF-8 is refused and stays', async () => {
  const log = join(await started(), 'commands.jsonl');
  const bytes = Buffer.from([0x7b, 0xff, 0x0a]);
  writeFileSync(log, bytes);
  expect(await called('command-log', 'add', 'make', '--status', 'pass')).toEqual({
    ...{ code: 1, stdout: '', stderr: 'agent-run: commands.jsonl is not UTF-8 text.\n' },
  });
  expect(readFileSync(log)).toEqual(bytes);
});

it.skipIf(process.platform === 'win32')('a folder of runs that leads out of the root is refused', async () => {
  const other = mkdtempSync(join(tmpdir(), 'stateroom-other-'));
  mkdirSync(join(root, '.agents'));
  symlinkSync(other, join(root, '.agents/runs'));
  expect(await called('start', 'Why?')).toEqual({
    ...{ code: 1, stdout: '', stderr: 'agent-run: .agents/runs leads out of this folder.\n' },
  });
  expect(readdirSync(other)).toEqual([]);
});

it('texts, and the name made from one, are stored without secrets', async () => {
  const token = `ghp_${'aB3dE5gH7j'.repeat(4).slice(0, 36)}`;
  const { stdout } = await called('start', `${token} leaks`);
  await called('evidence', 'add', `Seen ${token}`);
  await called('command-log', 'add', 'PASSWORD=hunter2-hunter2 make', '--status', 'pass');
  const folder = join(root, stdout.trim());
  const all = readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join('');
  expect(all).toContain('Seen [redacted]');
  expect(all).toContain('PASSWORD=[redacted] make');
  expect(`${stdout}${all}`.toLowerCase()).not.toMatch(/ab3de5g|hunter2/);
});

it('a root that does not exist is refused and not made', async () => {
  const missing = join(root, 'a/b');
  expect(await called('--root', missing, 'start', 'Why?')).toEqual({
    ...{ code: 1, stdout: '', stderr: `agent-run: No such folder: ${missing}\n` },
  });
  expect(existsSync(join(root, 'a'))).toBe(false);
});

it('an entry is added behind the lines of its log, and nothing else is written', async () => {
  const folder = await started();
  const commands = `{"id":"C001","command":"${'x'.repeat(30_000)}","status":"pass","timestamp":"2026-08-01T09:15:00Z"}\n{"id`;
  writeFileSync(join(folder, 'commands.jsonl'), commands);
  const evidence = '{"id":"E001","text":"Seen","by":"other","timestamp":"2026-08-01T09:15:00Z"}';
  writeFileSync(join(folder, 'evidence.jsonl'), evidence);
  expect(await called('evidence', 'add', 'Again')).toEqual({ code: 0, stdout: 'E002\n', stderr: '' });
  expect(readFileSync(join(folder, 'commands.jsonl'), 'utf8')).toBe(commands);
  const [first, second, end] = readFileSync(join(folder, 'evidence.jsonl'), 'utf8').split('\n');
  expect([first, end]).toEqual([evidence, '']);
  expect(second).toMatch(/^\{"event":"add","hypothesis":null,"id":"E002","text":"Again","timestamp":"[^"]+"\}$/);
});

it('documents and tests of the folder are ranked against the request, unless that is not wanted', async () => {
  const written: Record<string, string> = {
    'README.md': '# Shop\n\n## Checkout\n',
    'docs/checkout.md': '# Slow checkout\n',
    'docs/mail.md': '# Mail\n',
    'tests/checkout.test.ts': "it('is not slow', () => {});\n",
    'node_modules/x/checkout.md': '# Checkout\n',
    '.git.old/checkout.md': '# Checkout\n',
  };
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const planOf = async (...words: string[]) => {
    const { stdout } = await called(...words, 'Why is the checkout slow?');
    return JSON.parse(readFileSync(join(root, stdout.trim(), 'problem.json'), 'utf8'));
  };
  expect(await planOf('--run-id', 'one', 'start')).toMatchObject({
    intake_plan: {
      confidence: 'high',
      docs: ['docs/checkout.md', 'README.md'],
      files: ['tests/checkout.test.ts'],
      verify: ['tests/checkout.test.ts'],
      risks: [],
    },
    expected_verification: ['tests/checkout.test.ts'],
  });
  expect(await planOf('--run-id', 'two', 'start', '--skip-intake')).toMatchObject({ intake_plan: null });
});
