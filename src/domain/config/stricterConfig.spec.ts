import { expect, it } from 'vitest';
import { repositoryConfigSchema } from './repositoryConfig.js';
import { stricterConfig } from './stricterConfig.js';

it('lifts no rule of either, whichever comes first', () => {
  const strict = repositoryConfigSchema.parse({
    gate: { commands: ['make test'], blockLow: true, push: 'always', minimumGrade: 'ci', ciKeys: ['one', 'two'] },
    review: { independent: true, reviewers: 2, coAuthored: true },
    protect: { branches: ['main'], paths: ['src/**'], documents: ['**/*.md'], edits: 'refuse' },
    lane: { merge: 'squash' },
  });
  const lax = repositoryConfigSchema.parse({
    gate: { commands: ['true'], push: 'advise', minimumGrade: 'said', ciKeys: ['two', 'three'] },
    review: { independence: ['family'], minimumGrade: 'reported' },
    protect: { branches: ['x'], paths: [], documents: ['**'], edits: 'allow' },
    lane: { agentsMayReview: true },
  });
  const rules = {
    gate: { blockLow: true, push: 'always', minimumGrade: 'ci', ciKeys: ['two'] },
    review: { independent: true, reviewers: 2, coAuthored: true, minimumGrade: 'observed' },
    protect: { paths: ['src/**'], documents: [], edits: 'refuse' },
  };
  expect(stricterConfig(strict, lax)).toMatchObject({
    gate: { ...rules.gate, commands: ['make test', 'true'] },
    review: { ...rules.review, independence: ['session', 'family'] },
    protect: { ...rules.protect, branches: ['main', 'x'] },
    lane: { merge: 'squash', agentsMayReview: false },
  });
  expect(stricterConfig(lax, strict)).toMatchObject({
    gate: { ...rules.gate, commands: ['true', 'make test'] },
    review: { ...rules.review, independence: ['family', 'session'] },
    protect: { ...rules.protect, branches: ['x', 'main'] },
    lane: { merge: 'merge', agentsMayReview: false },
  });
});

it('is the same for the same settings', () => {
  const one = repositoryConfigSchema.parse({});
  expect(stricterConfig(one, repositoryConfigSchema.parse({}))).toEqual(one);
});
