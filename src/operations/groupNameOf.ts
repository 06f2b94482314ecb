import { groupsByWord } from './groupsByWord.generated.js';

/** Name of an operation's group without loading it: `lane` for `worker.spawn`; for unknown names, the first word. */
export function groupNameOf(operation: string): string {
  const word = operation.split('.', 1)[0] ?? '';
  return groupsByWord[word] ?? word;
}
