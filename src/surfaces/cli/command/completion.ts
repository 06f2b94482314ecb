import type { OwnCommand } from '../commandLine/commandSet.js';
import { completionScript, completionShells } from '../completion/completionScript.js';

export const completion: OwnCommand = {
  path: ['completion'],
  summary: 'Prints the completion script for a shell.',
  positionals: [
    {
      field: 'shell',
      flag: 'shell',
      kind: 'choice',
      choices: completionShells,
      list: false,
      required: true,
      description: 'bash, zsh or fish',
    },
  ],
  flags: [],
  examples: [
    'completion bash >> ~/.bashrc',
    'completion zsh > ~/.zfunc/_stateroom',
    'completion fish > ~/.config/fish/completions/stateroom.fish',
  ],
  async run({ commands, printer }, { shell }) {
    const script = completionScript(shell as (typeof completionShells)[number], commands);
    return printer.answer(script.trimEnd(), { shell, script });
  },
};
