import { type GitProcess, splitNul } from '../gitProcess.js';
import { manifestPart, type Rescue } from './rescue.js';

/** Compares files, index, staged objects, operation and commits. False for rescues with secrets. */
export async function holdsTheSame(git: GitProcess, one: Rescue, other: Rescue): Promise<boolean> {
  if (one.manifest.secrets.length + other.manifest.secrets.length > 0) return false;
  const contentOf = async ({ commit }: Rescue): Promise<string> => {
    const [parts, parents] = await Promise.all([
      git.text(['ls-tree', '-z', commit]),
      git.text(['rev-parse', `${commit}^@`]),
    ]);
    return [...splitNul(parts).filter(entry => !entry.endsWith(`\t${manifestPart}`)), parents].join('\n');
  };
  const [left, right] = await Promise.all([contentOf(one), contentOf(other)]);
  return left === right;
}
