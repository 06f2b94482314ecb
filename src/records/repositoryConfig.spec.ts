import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitTestRepository } from '../../test/support/gitTestRepository.js';
import { agent } from '../../test/support/testRepository.js';
import { RefusalError } from '../domain/refusal/refusal.js';
import { say } from '../messages/say.js';
import { baseConfig } from './baseConfig.js';
import { readConfig, readSettings } from './repositoryConfig.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

const read = async (text: string) => {
  repo.write('.stateroom/config.json', text);
  return readSettings(repo.context(agent));
};

it.each<[text: string, ignored: string[]]>([
  ['{"theme":{"dark":true}}', ['theme']],
  ['{"scheduler":{"slots":3},"gate":{"commands":["npm test"]}}', ['scheduler']],
  ['{"lane":{"colour":"red","merge":"squash","shape":1}}', ['lane.colour', 'lane.shape']],
  ['{"context":{"colour":1},"compaction":{"words":2}}', ['context.colour', 'compaction.words']],
  ['{"hooks":{"lint":"eslint"},"reports":{"zone":"UTC"}}', ['reports.zone', 'hooks.lint']],
  ['{"$comment":"why","_note":[1]}', ['$comment', '_note']],
  ['{"":{}}', ['']],
])('%s is used without what this version does not know', async (text, ignored) => {
  expect((await read(text)).ignored).toEqual(ignored);
});

it('keeps all that it knows beside what it does not', async () => {
  const { config } = await read('{"scheduler":{},"gate":{"commands":["npm test"]},"lane":{"merge":"squash","x":1}}');
  expect([config.gate.commands, config.lane.merge]).toEqual([['npm test'], 'squash']);
});

it.each<[text: string, why: string]>([
  ['{"gate":{"command":["npm test"]}}', 'unknown field “command” in gate'],
  ['{"review":{"reviewer":2}}', 'unknown field “reviewer” in review'],
  ['{"protect":{"branch":["main"]},"theme":{}}', 'unknown field “branch” in protect'],
  ['{"gates":{"commands":["npm test"]}}', 'unknown field “gates”'],
  ['{"Protect":{}}', 'unknown field “Protect”'],
  ['{"reviews":{},"theme":{}}', 'unknown field “reviews”'],
  ['{"reviewers":1}', 'unknown field “reviewers”'],
  ['{"protected":{"branches":["release"]}}', 'unknown field “protected”'],
  ['{"commands":{"test":"npm test"}}', 'unknown field “commands”'],
  ['{"lane":{"pullRequests":true}}', 'unknown field “pullRequests” in lane'],
  ['{"hooks":{"fromat":"prettier"}}', 'unknown field “fromat” in hooks'],
  ['{"theme":"dark"}', 'unknown field “theme”'],
])('%s is refused: it may be a rule', async (text, why) => {
  const problem = await read(text).catch(error => error);
  expect(problem).toBeInstanceOf(RefusalError);
  expect(say(problem.refusal.message)).toContain(why);
});

it.each([
  '{"gate":null}',
  '{"gate":{"commands":null,"push":null}}',
  '\uFEFF{}',
  '\uFEFF{"lane":null}\r\n',
  '{"lane":{"integration":null,"setup":null},"$schema":null}',
  '{"protect":{"branches":null}}',
])('%j is the same as nothing', async text => {
  expect((await read(text)).config).toEqual((await read('{}')).config);
});

it('adds what the clone has of its own, in every worktree and at every commit', async () => {
  repo.write('.stateroom/config.json', '{"gate":{"commands":["npm test"],"push":"advise"}}');
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'Settings');
  repo.write('.git/stateroom/config.json', '{"gate":{"commands":["make lint"]},"review":{"reviewers":2}}');
  const context = repo.context(agent);
  for (const config of [await readConfig(context), await readConfig(context, 'HEAD'), await baseConfig(context)]) {
    expect([config.gate.commands, config.gate.push, config.review.reviewers]).toEqual([
      ['npm test', 'make lint'],
      'advise',
      2,
    ]);
  }
  repo.write('.git/stateroom/config.json', '{"gate":{"commands":"make"}}');
  const problem = await baseConfig(context).catch(error => error);
  expect(problem).toBeInstanceOf(RefusalError);
  expect(say(problem.refusal.message)).toMatch(/^Cannot use \.git\/stateroom\/config\.json: gate\.commands/);
});
