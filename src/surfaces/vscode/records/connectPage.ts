import { l10n } from 'vscode';
import type { RecordField, RecordState } from '../../../protocol/recordState.js';
import type { Connection } from '../support/connection.js';
import type { RecordCommands } from './recordRows.js';

/** Copies an agent's entry and shows its page; takes `{ agent }`. */
const connectCommand = 'stateroom.connectAgent';

/** The page that says how a person puts an entry in its place, with the entry. */
export function presentConnection(
  ref: string,
  { harness, title, projectFile, userFile, text, trust, headless }: Connection,
  commands: RecordCommands,
): RecordState {
  const field = (name: string, value: string | null): RecordField[] =>
    value === null ? [] : [{ name, value: [{ text: value, code: true }] }];
  const copy = commands.add(connectCommand, l10n.t('Copy Entry'), {
    command: connectCommand,
    arguments: [{ agent: harness }],
  });
  const prose = (words: string) => ({ kind: 'prose' as const, heading: null, text: words });
  const places = [
    ...field(l10n.t('For this repository'), projectFile),
    ...field(l10n.t('For all your repositories'), userFile),
  ];
  return {
    ...{ phase: 'ready', kind: 'connect', ref, title: l10n.t('Connect {0}', title) },
    ...{ status: null, facts: [], notice: null, question: null, events: [], hasOlder: false },
    acts: [{ ...copy, rank: 'first' }],
    sections: [
      {
        id: 'entry',
        title: l10n.t('Entry'),
        blocks: [
          prose(l10n.t('Copy the entry and add it to one of these files. If the file exists, merge it in.')),
          { kind: 'fields', fields: places },
          { ...prose(text.trimEnd()), code: true },
          prose(trust),
        ],
      },
      {
        id: 'first',
        title: l10n.t('First run'),
        blocks: [
          prose(
            l10n.t(
              'Then tell the agent: “Claim the next work item in Stateroom.” It appears under In progress in the Queue view.',
            ),
          ),
          { kind: 'fields', fields: field(l10n.t('Once, without prompts'), headless) },
        ],
      },
    ],
  };
}
