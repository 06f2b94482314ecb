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
      ...(shown.trusted ? [] : ['To trust these commands in this clone: stateroom trust grant']),
    ].join('\n'),
  [trustGrant.name]: (shown: z.output<(typeof trustGrant)['output']>) =>
    shown.changed
      ? commandLines(shown.commands, 'Trusted in this clone:').join('\n')
      : ['Nothing changed.', ...trustLines(shown)].join('\n'),
  [trustRevoke.name]: ({ changed }: z.output<(typeof trustRevoke)['output']>) =>
    changed
      ? 'Revoked. Stateroom no longer runs the repository’s commands in this clone.'
      : 'Nothing changed: no commands were trusted in this clone.',
} as const;

function trustLines({ commands, removed, problem }: Shown): string[] {
  const trusted = commands.filter(each => each.trusted);
  const untrusted = commands.filter(each => !each.trusted);
  return [
    ...(problem === null ? [] : [`The saved trust decision is not valid: ${oneLine(say(problem))}`]),
    ...(commands.length === 0 ? ['The repository’s settings contain no commands.'] : []),
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
