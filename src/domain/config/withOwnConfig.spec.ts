import { expect, it } from 'vitest';
import { repositoryConfigSchema } from './repositoryConfig.js';
import { fieldIn, withOwnConfig } from './withOwnConfig.js';

const of = (given: Readonly<Record<string, unknown>>) => ({ config: repositoryConfigSchema.parse(given), given });
const added = (repository: object, own: object) => withOwnConfig(of({ ...repository }), of({ ...own }));

it.each<[setting: string, repository: unknown, own: unknown, expected: unknown, isIgnored?: true]>([
  ['gate.commands', ['npm test'], ['make lint'], ['npm test', 'make lint']],
  ['gate.commands', ['npm test'], [], ['npm test']],
  ['gate.push', 'advise', 'always', 'always'],
  ['gate.push', undefined, 'advise', 'review', true],
  ['gate.minimumGrade', undefined, 'said', 'observed', true],
  ['gate.blockLow', true, false, true, true],
  ['gate.ciKeys', ['one', 'two'], ['two'], ['two']],
  ['gate.ciKeys', ['one'], ['one', 'mine'], ['one'], true],
  ['review.reviewers', 1, 2, 2],
  ['review.reviewers', 2, 0, 2, true],
  ['review.independence', ['session'], ['family'], ['session', 'family']],
  ['review.holdSession', undefined, true, true],
  ['review.holdSession', true, false, true, true],
  ['protect.branches', ['main'], ['release/*'], ['main', 'release/*']],
  ['protect.documents', ['docs/**'], ['**'], [], true],
  ['protect.edits', undefined, 'allow', 'advise', true],
  ['lane.agentsMayReview', undefined, true, false, true],
  ['lane.agentsMayReview', true, false, false],
  ['lane.pullRequest', undefined, true, true],
  ['lane.commandMinutes', undefined, 5, 5],
  ['lane.commandMinutes', undefined, 60, 15, true],
  ['context.budget', undefined, 3000, 3000],
  ['context.budget', 3000, 9000, 3000, true],
  ['context.policy', undefined, 'fail', 'fail'],
  ['context.policy', undefined, 'warn', 'summary', true],
  ['compaction.tokens', 50_000, 60_000, 50_000, true],
  ['lane.setup', undefined, ['npm ci'], ['npm ci']],
  ['lane.setup', ['make'], ['npm ci'], ['make'], true],
  ['lane.branchPrefix', undefined, 'wip/', 'wip/'],
  ['lane.branchPrefix', 'feature/', 'wip/', 'feature/', true],
  ['hooks.format', undefined, 'prettier --check', 'prettier --check'],
  ['hooks.format', 'biome check', 'true', 'biome check', true],
])('%s: %j with %j of the clone is %j', (setting, repository, own, expected, isIgnored) => {
  const [group = '', field = ''] = setting.split('.');
  const { config, ignored } = added(repository === undefined ? {} : { [group]: { [field]: repository } }, {
    [group]: { [field]: own },
  });
  expect(fieldIn(config, group, field)).toEqual(expected);
  expect(ignored).toEqual(isIgnored ? [{ key: setting, value: own }] : []);
});

it('adds nothing that the clone does not name', () => {
  const repository = of({ gate: { push: 'advise' }, protect: { branches: ['trunk'], documents: ['**'] } });
  expect(withOwnConfig(repository, of({ gate: { commands: ['make'] }, $schema: 'x' })).config).toEqual({
    ...repository.config,
    gate: { ...repository.config.gate, commands: ['make'] },
  });
});
