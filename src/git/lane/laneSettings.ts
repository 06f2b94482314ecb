import { type GitProcess, splitNul } from '../gitProcess.js';

export interface LaneSettings {
  /** Detected by git when it created the repository. */
  readonly ignoresCase: boolean;
  readonly hasRemote: boolean;
}

/** Starts one process; throws if git cannot read its settings. */
export async function readLaneSettings(git: GitProcess): Promise<LaneSettings> {
  const command = ['config', '-z', '--get-regexp', '^(core\\.ignorecase|remote\\.origin\\.url)$'];
  const { exitCode, stdout } = await git.run(command, { answers: [1] });
  // The last of several values counts.
  const settings = new Map(exitCode === 0 ? splitNul(stdout).map(readSetting) : []);
  return { ignoresCase: isOn(settings.get('core.ignorecase')), hasRemote: settings.has('remote.origin.url') };
}

/** Key in lower case, value on the next line; a key alone is on. */
function readSetting(text: string): [string, string] {
  const end = text.indexOf('\n');
  return end < 0 ? [text, 'true'] : [text.slice(0, end), text.slice(end + 1)];
}

/** Parses a boolean as git does: a word, or a C number other than zero. */
function isOn(value: string | undefined): boolean {
  return /^(?:true|yes|on|\s*[+-]?(?:0x0*[1-9a-f][\da-f]*|0+[1-7][0-7]*|[1-9]\d*)[kmg]?)$/i.test(value ?? '');
}
