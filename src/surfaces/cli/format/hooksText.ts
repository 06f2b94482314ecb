import { say } from '../../../messages/say.js';
import type { hooksOperations } from '../../../operations/hooks/hooksOperations.generated.js';
import { texts as ofHooksRun } from './hooksRunText.js';
import type { Answer, TextsOf } from './resultText.js';
import { oneLine } from './text.js';

export const texts: TextsOf<typeof hooksOperations> = {
  hooksInstall: hooksInstallText,
  hooksUninstall: hooksInstallText,
  hooksStatus: hooksText,
  ...ofHooksRun,
};

const whyUntried = {
  others: 'other commands come first',
  settings: 'git’s settings name commands that would run as well (hook.<name>.command)',
  version: 'another version of Stateroom installed them (“stateroom hooks install” renews them)',
  git: 'git cannot run them for a trial (before 2.36) or did not end',
} as const;

function hooksText({ complete, manager, hooks, problems, toDo }: Answer<typeof hooksOperations.hooksStatus>): string {
  const there = hooks.filter(({ installed }) => installed).map(({ name }) => name);
  const beside = manager === 'git' ? '' : `, alongside ${manager === 'other' ? 'existing hooks' : manager}`;
  const head = complete
    ? `All hooks are installed${beside}.`
    : there.length === 0
      ? 'No Stateroom hooks are installed.'
      : `Installed${beside}: ${there.join(', ')}.`;
  const rest = toDo.flatMap(({ file, text }) => [`Add to ${file}:`, text.trimEnd().replace(/^/gm, '  ')]);
  if (toDo.length > 0 && manager !== 'lefthook') {
    rest.push('Put the lines before a script’s own commands: commands after an exit or exec do not run.');
  }
  const wrong = problems.flatMap(({ text, fix }) => [oneLine(say(text)), `  ${oneLine(say(fix))}`]);
  if (complete && hooks.every(({ untried }) => untried === null)) wrong.push('Git ran each of them here for a trial.');
  for (const [reason, why] of Object.entries(whyUntried)) {
    const names = hooks.filter(({ untried }) => untried === reason).map(({ name }) => name);
    if (names.length > 0) wrong.push(`Not tried because ${why}: ${names.join(', ')}.`);
  }
  return [head, ...wrong, ...rest].join('\n');
}

function hooksInstallText(answer: Answer<typeof hooksOperations.hooksInstall>): string {
  return answer.changed ? hooksText(answer) : `Nothing changed. ${hooksText(answer)}`;
}
