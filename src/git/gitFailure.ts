import { type Refusal, refuse } from '../domain/refusal/refusal.js';
import { message } from '../messages/message.js';

/** Unexpected exit code of git. */
export class GitFailure extends Error {
  readonly exitCode: number;
  /** Output of git, or of a hook that it started; trimmed. */
  readonly said: string;
  /** True if the remote did not answer in time. */
  readonly noAnswer: boolean;

  constructor(args: readonly string[], exitCode: number, said: string, noAnswer = false) {
    super(`git ${commandOf(args)} failed with exit code ${exitCode}: ${said === '' ? 'no output' : said}`);
    this.name = 'GitFailure';
    this.exitCode = exitCode;
    this.said = said;
    this.noAnswer = noAnswer;
  }
}

/** Omits options and paths, which may be long or private. */
function commandOf(args: readonly string[]): string {
  return args.find(arg => !arg.startsWith('-') && !arg.includes('=')) ?? '';
}

/** Fallback refusal for a failure of git, or of a filter, hook or signing program that it started. */
export function refusalOfGit({ said }: GitFailure): Refusal {
  const first = said.split('\n').find(line => line.trim() !== '');
  const shown = first === undefined ? message('git.saidNothing') : first.trim().slice(0, 300);
  return refuse('conflict', message('git.refused', { said: shown }), {
    hint: /filter|git-lfs/i.test(said) ? 'git.filterFailedHint' : 'git.refusedHint',
    // A program may name itself only at the end of its output.
    details: { said: said.slice(0, 2000) },
  });
}
