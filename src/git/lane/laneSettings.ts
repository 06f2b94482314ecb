import { type GitProcess, splitNul } from '../gitProcess.js';

/** What opening a lane depends on in git's settings. */
export interface LaneSettings {
  /** What git found out about the disk when it made the repository. */
  readonly ignoresCase: boolean;
  /** There is a remote of the name `origin`. */
  readonly hasRemote: boolean;
}

/** Reads them by one start of git; throws where git cannot read its settings. */
export async function readLaneSettings(git: GitProcess): Promise<LaneSettings> {
  const command = ['config', '-z', '--get-regexp', '^(core\\.ignorecase|remote\\.origin\\.url)$'];
  const { exitCode, stdout } = await git.run(command, { answers: [1] });
  // Of several values the last one counts.
  const settings = new Map(exitCode === 0 ? splitNul(stdout).map(readSetting) : []);
  return { ignoresCase: isOn(settings.get('core.ignorecase')), hasRemote: settings.has('remote.origin.url') };
}

/** The name, in small letters, and the value on the next line; a name alone is on. */
function readSetting(text: string): [string, string] {
  const end = text.indexOf('\n');
  return end < 0 ? [text, 'true'] : [text.slice(0, end), text.slice(end + 1)];
}

/** As git reads what is on or off: by a word, or by a number as C writes it, which is off where it is zero. */
function isOn(value: string | undefined): boolean {
  return /^(?:true|yes|on|\s*[+-]?(?:0x0*[1-9a-f][\da-f]*|0+[1-7][0-7]*|[1-9]\d*)[kmg]?)$/i.test(value ?? '');
}
