import { say } from '../../../messages/say.js';
import type { trustOperations } from '../../../operations/trust/trustOperations.generated.js';
import type { Answer, TextsOf } from './resultText.js';
import { oneLine } from './text.js';

type Shown = Answer<typeof trustOperations.trustShow>;

export const texts: TextsOf<typeof trustOperations> = {
  trustShow: shown =>
    [
      ...trustLines(shown),
      ...(shown.trusted ? [] : ['To trust these commands in this clone: stateroom trust grant']),
    ].join('\n'),
  trustGrant: shown =>
    (shown.changed
      ? commandLines(shown.commands, 'Trusted in this clone:')
      : ['Nothing changed.', ...trustLines(shown)]
    ).join('\n'),
  trustRevoke: ({ changed }) =>
    changed
      ? 'Revoked. Stateroom no longer runs the repository’s commands in this clone.'
      : 'Nothing changed: no commands were trusted in this clone.',
};

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
  const lines = commands.map(({ setting, command }) => `  ${setting.padEnd(13)}  ${oneLine(command)}`);
  return lines.length === 0 ? [] : [head, ...lines];
}
