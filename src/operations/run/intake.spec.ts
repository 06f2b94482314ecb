import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { runClose } from './runClose.js';
import { runStart } from './runStart.js';

let repository: GitTestRepository;
beforeEach(() => {
  repository = new GitTestRepository();
});
afterEach(() => repository.close());

const files: Readonly<Record<string, string>> = {
  'docs/checkout.md': '# Checkout\n\n## When it is slow on Mondays\n\n## Payment\n',
  'docs/cache.md': '# Cache\n\n## Checkout sessions\n',
  'docs/printing.md': '# Printing labels\n',
  'docs/guide.rst': 'Opening hours\n=============\n\nThe slow checkout is in the text alone.\n',
  '.claude/skills/profile/SKILL.md': '---\nname: profile\ndescription: Find out why a page is slow\n---\n',
  'test/checkout.test.ts': "describe('checkout', () => {\n  it('is not slow', () => {});\n});\n",
  'test/printing.test.ts': "it('prints', () => {});\n",
  'tests/test_import.py': 'def test_monday_import():\n    pass\n',
  'src/checkout.ts': 'export const slow = 1;\n',
  'docs/private/checkout.md': '# Checkout, slow on Mondays\n',
  '.gitignore': 'private/\n',
};
const request = 'Why is the checkout slow on Mondays?';

function commit(): void {
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  repository.git('add', '-A');
  repository.git('commit', '-qm', 'Files');
}

async function plan(text = request, more: { skipIntake?: boolean } = {}) {
  const { run } = await repository.ok(runStart, { request: text, ...more });
  await repository.ok(runClose, { summary: 'Seen' });
  return run;
}

describe('the intake of an investigation', () => {
  it('ranks documents, skills and tests by their paths and headings, without ignored files', async () => {
    commit();
    const { intakePlan, name } = await plan();
    expect(intakePlan).toEqual({
      documents: ['docs/checkout.md', 'docs/cache.md'],
      skills: ['.claude/skills/profile/SKILL.md'],
      tests: ['test/checkout.test.ts', 'tests/test_import.py'],
      ...{ risks: [], confidence: 'high' },
    });
    const problem = readFileSync(join(repository.repository, '.agents/runs', name, 'problem.json'), 'utf8');
    expect(JSON.parse(problem)).toMatchObject({
      intake_plan: {
        docs: ['docs/checkout.md', 'docs/cache.md'],
        files: ['.claude/skills/profile/SKILL.md', 'test/checkout.test.ts', 'tests/test_import.py'],
        verify: ['test/checkout.test.ts', 'tests/test_import.py'],
        ...{ risks: [], confidence: 'high' },
      },
      expected_verification: ['test/checkout.test.ts', 'tests/test_import.py'],
      risks: [],
    });
  });

  it('follows changed, new and deleted files', async () => {
    commit();
    await plan();
    repository.write('docs/checkout.md', '# Something else\n\n## About lists\n');
    repository.write('docs/mondays.md', '# Slow Mondays at the checkout\n');
    repository.remove('docs/cache.md');
    const { intakePlan } = await plan();
    expect(intakePlan?.documents).toEqual(['docs/mondays.md', 'docs/checkout.md']);
    expect(intakePlan?.risks).toEqual(['uncommitted']);
  });

  it('is left out where nothing matches, and says what is missing', async () => {
    commit();
    expect((await plan('Why zebras?')).intakePlan).toBeNull();
    expect((await plan('Labels?')).intakePlan).toEqual({
      ...{ documents: ['docs/printing.md'], skills: [], tests: [] },
      ...{ risks: ['fewWords', 'noTest'], confidence: 'medium' },
    });
  });

  it('takes operators of the index as text', async () => {
    commit();
    expect((await plan('printing" OR NEAR/2 (labels* -checkout')).intakePlan?.documents[0]).toBe('docs/printing.md');
  });

  it('is skipped where it is not wanted', async () => {
    commit();
    expect((await plan(request, { skipIntake: true })).intakePlan).toBeNull();
  });
});
