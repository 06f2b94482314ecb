import type { z } from 'zod';
import { say } from '../../../messages/say.js';
import { trustGrant } from '../../../operations/trust/trustGrant.js';
import { trustRevoke } from '../../../operations/trust/trustRevoke.js';
import { trustShow } from '../../../operations/trust/trustShow.js';
import { oneLine } from './text.js';

type Shown = z.output<(typeof trustShow)['output']>;

/** What operations on trust in a repository's commands answer, by their names. */
export const trustTexts = {
  [trustShow.name]: (shown: Shown) =>
    [
      ...trustLines(shown),
      ...(shown.trusted ? [] : ['Trust them, as they are now, in this clone: stateroom trust grant']),
    ].join('\n'),
  [trustGrant.name]: (shown: z.output<(typeof trustGrant)['output']>) =>
    shown.changed
      ? commandLines(shown.commands, 'Trusted in this clone:').join('\n')
      : ['Nothing changed.', ...trustLines(shown)].join('\n'),
  [trustRevoke.name]: ({ changed }: z.output<(typeof trustRevoke)['output']>) =>
    changed
      ? 'Trust is revoked: Stateroom runs no command of the repository in this clone.'
      : 'Nothing changed: no command of the repository was trusted in this clone.',
} as const;

function trustLines({ commands, removed, problem }: Shown): string[] {
  const trusted = commands.filter(each => each.trusted);
  const untrusted = commands.filter(each => !each.trusted);
  return [
    ...(problem === null ? [] : [`The saved trust is not valid: ${oneLine(say(problem))}`]),
    ...(commands.length === 0 ? ['The repository names no commands for Stateroom to run.'] : []),
    ...commandLines(trusted, 'Trusted in this clone:'),
    ...commandLines(untrusted, trusted.length === 0 ? 'Not trusted in this clone:' : 'Added or changed, not trusted:'),
    ...commandLines(removed, 'Previously trusted, no longer listed:'),
  ];
}

function commandLines(commands: readonly { readonly setting: string; readonly command: string }[], head: string) {
  if (commands.length === 0) return [];
  const lines = commands.map(({ setting, command }) => `  ${setting.padEnd(13)}  ${oneLine(command)}`);
  return [head, ...lines];
}
