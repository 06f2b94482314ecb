import { describe, expect, it } from 'vitest';
import { evidenceRun } from '../../../operations/evidence/evidenceRun.js';
import { runEvidence } from '../../../operations/run/runEvidence.js';
import { commandSet } from './commandSet.js';

describe('a group of commands', () => {
  it('is summed up as its own, not as the one of this name at the top', () => {
    const { children } = commandSet([evidenceRun, runEvidence]);
    expect(children([])).toEqual([
      { word: 'evidence', summary: 'Test runs and other evidence' },
      { word: 'run', summary: 'evidence' },
    ]);
    expect(children(['run'])).toEqual([{ word: 'evidence', summary: 'add' }]);
  });
});
