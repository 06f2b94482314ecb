import { expect, it, vi } from 'vitest';
import { severityRows } from './commands/flow/recordFindingFlow.js';

const { editor } = await vi.hoisted(async () => {
  const { FakeEditor } = await import('../../../test/editor/fake/fakeEditor.js');
  return { editor: new FakeEditor() };
});

vi.mock('vscode', () => editor.module);

it('says of each severity what an open finding of it keeps from being done', () => {
  expect(severityRows().map(({ value, detail }) => `${value}: ${detail}`)).toEqual([
    'high: Fails the review; while open, keeps its task from review and completion',
    'medium: While open, keeps its task from review and completion; a lane without a task warns before it merges',
    'low: Allows submission unless gate.blockLow is set; blocks the merge that finishes the task while open',
  ]);
});
