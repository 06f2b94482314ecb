import { groupsByWord } from './groupsByWord.generated.js';

/** Name of an operation's group, before its code is loaded: `lane` for `worker.spawn`. Unknown names have their first word. */
export function groupNameOf(operation: string): string {
  const word = operation.split('.', 1)[0] ?? '';
  return groupsByWord[word] ?? word;
}
