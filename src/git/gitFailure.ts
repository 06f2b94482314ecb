/** Git ended with an exit code that its caller did not expect. */
export class GitFailure extends Error {
  readonly exitCode: number;
  /** What git, or a hook that it started, said; trimmed. */
  readonly said: string;
  /** True when it was ended because the remote had not answered in time. */
  readonly noAnswer: boolean;

  constructor(args: readonly string[], exitCode: number, said: string, noAnswer = false) {
    super(`git ${commandOf(args)} failed with exit code ${exitCode}: ${said === '' ? 'no output' : said}`);
    this.name = 'GitFailure';
    this.exitCode = exitCode;
    this.said = said;
    this.noAnswer = noAnswer;
  }
}

/** The command without its options and paths, which may be long or private. */
function commandOf(args: readonly string[]): string {
  return args.find(arg => !arg.startsWith('-') && !arg.includes('=')) ?? '';
}
