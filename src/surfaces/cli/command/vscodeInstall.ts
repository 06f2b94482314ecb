import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import type { Parameter } from '../../../operations/commandLine.js';
import { isOnPath } from '../../../platform/isOnPath.js';
import { version } from '../../../platform/version.js';
import type { OwnCommand } from '../commandLine/commandSet.js';
import { mistake, printable } from '../commandLine/mistake.js';

/** Commands of VS Code and of compatible editors that install a VSIX the same way, in order of preference. */
const editors = ['code', 'code-insiders', 'cursor', 'codium'] as const;

const timeLimit = 120_000;

const editorFlag: Parameter = {
  field: 'editor',
  flag: 'editor',
  kind: 'text',
  choices: [],
  list: false,
  required: false,
  description: `Command line of the editor; default: the first of ${editors.join(', ')} on the PATH`,
};

/** Installs the extension packaged with this program; downloads nothing. */
export const vscodeInstall: OwnCommand = {
  path: ['vscode', 'install'],
  summary: 'Installs the VS Code extension that comes with this program.',
  positionals: [],
  flags: [editorFlag],
  examples: ['vscode install', 'vscode install --editor cursor'],
  async run({ host, printer }, { editor: named }) {
    if (named === '') return printer.refusal(mistake('--editor is empty.'));
    const vsix = join(dirname(host.programFile), `stateroom-${version}.vsix`);
    if (!existsSync(vsix)) {
      return printer.refusal(
        refuse('not_found', verbatim(`This copy of Stateroom comes without the VSIX (${vsix}).`), {
          hint: verbatim('Run the stateroom command of the npm package instead.'),
        }),
      );
    }
    const editor = (named as string | undefined) ?? editors.find(each => isOnPath(each, host.environment.PATH));
    if (editor === undefined) {
      return printer.refusal(
        refuse('not_found', verbatim(`No editor found on the PATH (${editors.join(', ')}).`), {
          hint: verbatim(`Name one with --editor <command>, or install ${vsix} from the editor's Extensions view.`),
        }),
      );
    }
    const { commandRunner } = await import('../../../platform/runCommand.js');
    const output: string[] = [];
    const { exitCode, endedBy } = await commandRunner(host.environment).run({
      command: [editor, '--install-extension', vsix, '--force'],
      directory: host.directory,
      timeoutMs: timeLimit,
      onOutput: chunk => output.push(new TextDecoder().decode(chunk)),
    });
    if (exitCode === 0) {
      return printer.answer(printer.quiet ? '' : `Installed Stateroom ${version} in ${editor}.`, {
        editor,
        version,
        vsix,
      });
    }
    const name = printable(editor);
    if (endedBy === 'not-found') return printer.refusal(refuse('not_found', verbatim(`Command ${name} not found.`)));
    if (endedBy === 'timeout') {
      return printer.refusal(
        refuse('timed_out', verbatim(`${name} did not finish within ${timeLimit / 60_000} minutes.`)),
      );
    }
    const code = exitCode === null ? '' : ` (exit code ${exitCode})`;
    const lastLine = output.join('').trimEnd().split('\n').at(-1) ?? '';
    return printer.refusal(
      refuse('transition_not_allowed', verbatim(`${name} did not install the extension${code}.`), {
        ...(lastLine === '' ? {} : { hint: verbatim(`Its last line: ${printable(lastLine, 300)}`) }),
      }),
    );
  },
};
