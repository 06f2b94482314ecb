import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { install, makePlaces, named, read, treeOf, uninstall, write } from '../../test/support/installRig.js';
import { agents } from '../domain/agent/agents.js';
import { isRefusal } from '../domain/refusal/refusal.js';
import { applyPlan, isChange, planInstall, planLauncher } from './install.js';
import { hasGitHooks, isOfferDue, rememberOffer } from './offerRule.js';

const program = {
  program: { file: '/opt/stateroom-2/dist/cli.mjs', version: '0.2.0' },
  runtime: { path: '/opt/node/bin/node', isElectron: false },
};

it('a launcher starts the program of an update, and is still taken out', async () => {
  const { home, place } = makePlaces();
  const user = place('user');
  const before = treeOf(home);
  await install(user, named('codex'));
  const [launcher, ledger] = [join(home, '.config/stateroom/bin/stateroom'), user.ledger];
  const [script, list] = [read(launcher), read(ledger)];
  const plan = await planLauncher(user, program);
  expect(plan?.files.filter(isChange).map(({ shown }) => shown)).toEqual(['~/.config/stateroom/bin/stateroom']);
  if (plan !== undefined) await applyPlan(plan);
  expect(read(launcher)).toBe(
    script.replace('/opt/stateroom/dist', '/opt/stateroom-2/dist').replace('# version 0.1.0', '# version 0.2.0'),
  );
  const paths = (text: string) => JSON.parse(text).files.map(({ path }: { path: string }) => path);
  expect(paths(read(ledger))).toEqual(paths(list));
  expect(await planLauncher(user, program)).toBeUndefined();
  await uninstall(user);
  expect(treeOf(home)).toEqual(before);
});

it('a launcher that was edited or removed, or that is not ours, stays as it is', async () => {
  const { home, place } = makePlaces();
  const launcher = join(home, '.config/stateroom/bin/stateroom');
  write(launcher, '#!/bin/sh\n', 0o755);
  expect(await planLauncher(place('user'), program)).toBeUndefined();
  rmSync(launcher);
  await install(place('user'), named('codex'));
  appendFileSync(launcher, '# mine\n');
  expect(await planLauncher(place('user'), program)).toBeUndefined();
  rmSync(launcher);
  expect(await planLauncher(place('user'), program)).toBeUndefined();
});

it('an install in place of an earlier one takes out the agents that it does not name', async () => {
  const { home, place } = makePlaces();
  const user = place('user');
  const files = () => Object.keys(treeOf(home)).filter(name => /^\.(claude|codex)/.test(name));
  await install(user, named('claude-code', 'codex'));
  expect(files()).toContain('.claude.json');
  const plan = await planInstall(user, { agents: named('codex'), known: agents, replaces: true, program });
  if (isRefusal(plan)) throw new Error(JSON.stringify(plan));
  await applyPlan(plan);
  expect(files()).toEqual(['.codex', '.codex/config.toml', '.codex/hooks.json']);
  expect(JSON.parse(read(user.ledger)).agents).toEqual(['codex']);
});

it('a clone is offered what it lacks once', async () => {
  const { home, root, place } = makePlaces();
  const clone = { storeDirectory: join(root, '.git', 'stateroom'), worktreeRoot: root };
  const environment = { HOME: home };
  expect(isOfferDue(clone, environment)).toBe(false);
  await install(place('project'), named('codex'));
  expect(isOfferDue(clone, environment)).toBe(true);
  expect(isOfferDue({ ...clone, worktreeRoot: undefined }, environment)).toBe(false);
  mkdirSync(join(clone.storeDirectory, 'hooks', 'run'), { recursive: true });
  expect([hasGitHooks(clone), isOfferDue(clone, environment)]).toEqual([true, true]);
  await install(place('user'), named('codex'));
  expect(isOfferDue(clone, environment)).toBe(false);
  rmSync(join(clone.storeDirectory, 'hooks'), { recursive: true });
  expect(isOfferDue(clone, environment)).toBe(true);
  expect(await rememberOffer(clone)).toBe(true);
  expect(isOfferDue(clone, environment)).toBe(false);
  expect(await rememberOffer(clone)).toBe(false);
});
