import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../test/support/gitTestRepository.js';
import { person } from '../../test/support/testRepository.js';
import { isRefusal } from '../domain/refusal/refusal.js';
import { say } from '../messages/say.js';
import { invoke } from '../operations/invoke.js';
import { plainMarkup } from '../reports/markup.js';
import { english } from '../reports/translate.js';
import { type CodeOrder, codePrompt } from './codePrompt.js';
import { readReply } from './prompt.js';
import type { WorkflowCall, WorkflowFiles, WorkflowPrompt } from './workflow.js';

let repository: GitTestRepository;
beforeEach(() => {
  repository = new GitTestRepository();
});
afterEach(() => repository.close());

const order: CodeOrder = {
  task: ['You do one small step.'],
  facts: [],
  request: '',
  named: ['src/limit.ts'],
  words: 'Count the logins',
  may: () => true,
  leftOut: '',
  nothingLeft: 'The edit changes nothing.',
  change: () => ({ proof: undefined, expect: 'green', again: '', next: [] }),
};

async function prompted(request = ''): Promise<WorkflowPrompt> {
  const tree = repository.context(person).workTree;
  if (tree === undefined) throw new Error('no worktree');
  const call: WorkflowCall = {
    now: repository.now,
    markup: plainMarkup,
    translate: english,
    tell: sentence => say(sentence),
    invoke: (operation, input) => invoke(operation, repository.context(person), input),
  };
  const files: WorkflowFiles = {
    attached: [],
    withheld: [],
    list: () => tree.paths(),
    read: path => tree.readText(path),
  };
  return codePrompt(call, files, { ...order, request });
}

async function said(request = ''): Promise<string> {
  return textOf(await prompted(request));
}

function textOf({ parts }: WorkflowPrompt): string {
  return parts.map(({ text }) => text).join('\n\n');
}

describe('what a model is shown of a repository', () => {
  it.each(['.envrc', 'deploy/production.env', 'config/secrets.prod.yml', '.docker/config.json', '.kube/config'])(
    'is never what %s holds, be it asked for or not',
    async path => {
      repository.commit('Begin', { 'src/limit.ts': 'export const limit = 5;\n', [path]: 'TOKEN=hunter2\n' });
      for (const text of [await said(), await said(`look at ${path}`)]) {
        expect(text).toContain('export const limit = 5;');
        expect(text).not.toContain('hunter2');
      }
    },
  );

  it('is what a file with a dot holds only where somebody names it', async () => {
    repository.commit('Begin', {
      '.settings/net.json': '{"host": "inner"}\n',
      'src/other.ts': 'export const other = 1;\n',
    });
    expect(await said()).not.toContain('inner');
    expect(await said()).toContain('export const other = 1;');
    expect(await said('change .settings/net.json')).toContain('inner');
  });
});

describe('values that look like secrets', () => {
  const settings = 'user: ann\r\npassword: hunter22\r\nlimit: 5\r\n';
  const code = "export const limit = 5;\nopen('postgres://ann:hunter2@db');\n";
  const about = 'src/limit.ts and deploy/app.yml';

  beforeEach(() =>
    repository.commit('Begin', { 'src/limit.ts': code, 'deploy/app.yml': settings, 'src/other.ts': '1;\n' }),
  );

  /** What happens to a reply that replaces one piece: the edits, or the sentence that tells why there is none. */
  async function replaced(path: string, find: string, into: string): Promise<unknown> {
    return replied({ path, replace: [{ find, with: into }] });
  }

  async function replied(file: object): Promise<unknown> {
    const prompt = await prompted(about);
    const shape = prompt.reply;
    if (shape === undefined) throw new Error('nothing is asked for');
    const read = readReply(JSON.stringify({ summary: 'x', files: [file] }), shape.schema);
    if ('problem' in read) return read.problem;
    const proposal = shape.propose(read.value, textOf(prompt));
    return isRefusal(proposal) ? proposal.message : proposal.change?.edits;
  }

  it('are masked in the text that a model is given, in settings and in code, and it is said in which files', async () => {
    const prompt = await prompted(about);
    const text = textOf(prompt);
    expect(text).toContain('<file path="deploy/app.yml">\nuser: ann\npassword: [redacted]\nlimit: 5\n\n</file>');
    expect(text).toContain("export const limit = 5;\nopen('postgres://ann:[redacted]@db');");
    expect(text).not.toContain('hunter2');
    expect(text).toContain('masks a secret');
    expect(prompt.withheld).toBe(
      'Sent to the language model with possible secrets masked: deploy/app.yml, src/limit.ts.',
    );
  });

  it('are told of only where there are some', async () => {
    repository.commit('Clean', { 'src/limit.ts': 'export const limit = 5;\n', 'deploy/app.yml': 'limit: 5\n' });
    const prompt = await prompted(about);
    expect(prompt.withheld).toBeUndefined();
    expect(textOf(prompt)).not.toContain('masked');
  });

  it('stay in the file when something beside them is changed', async () => {
    expect(await replaced('deploy/app.yml', 'limit: 5', 'limit: 6')).toEqual([
      { path: 'deploy/app.yml', before: settings, after: 'user: ann\r\npassword: hunter22\r\nlimit: 6\r\n' },
    ]);
  });

  it('are never replaced by their mask', async () => {
    const sentence = 'This would write the mask of a redacted secret to';
    expect(await replaced('deploy/app.yml', 'limit: 5', 'limit: 6\npassword: [redacted]')).toContain(
      `${sentence} deploy/app.yml.`,
    );
    expect(await replied({ path: 'deploy/new.yml', content: 'password: [redacted]\n' })).toContain(
      `${sentence} deploy/new.yml.`,
    );
    expect(await replaced('deploy/app.yml', 'password: [redacted]', 'password: [redacted]2')).toContain(
      'was not found. Copy it exactly from the file',
    );
  });

  it('are not meant by a mask that the file itself has', async () => {
    repository.commit('Say', { 'src/limit.ts': "say('[redacted]', 5);\n" });
    expect(await replaced('src/limit.ts', "say('[redacted]', 5);", "say('[redacted]', 6);")).toEqual([
      { path: 'src/limit.ts', before: "say('[redacted]', 5);\n", after: "say('[redacted]', 6);\n" },
    ]);
  });
});
