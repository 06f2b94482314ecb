import { relative, resolve, sep } from 'node:path';
import { isRefusal, RefusalError } from '../../../domain/refusal/refusal.js';
import { visibleText } from '../../../domain/text/visibleText.js';
import { locateRepository } from '../../../git/repositoryLocation.js';
import { errorText } from '../../../messages/errorText.js';
import { say } from '../../../messages/say.js';
import { kindOfPath } from '../../../platform/textFiles.js';
import type { RunBook } from '../../../records/run/runBook.js';
import { StoreBook } from '../../../records/run/storeBook.js';
import type { Session } from '../session.js';
import { withContext } from '../withContext.js';
import { FileBook } from './fileBook.js';
import { type Outcome, UsageError, understand } from './verbs.js';

/** Compatible with the original program and its exit codes. Outside git, runs are files below `--root`. */
export async function agentRun(session: Session, args: readonly string[]): Promise<number> {
  const { host, options, printer } = session;
  const fail = (code: number, text: string): number => {
    printer.stderr.write(`agent-run: ${text}\n`);
    return code;
  };
  try {
    const { root, run } = understand(args);
    const place = resolve(host.directory, root);
    if ((await kindOfPath(place)) !== 'folder') return fail(1, `No such folder: ${visibleText(place)}`);
    const inBook = (book: RunBook, worktree: string): Promise<Outcome> =>
      run(book, path => relative(place, resolve(worktree, path)).replaceAll(sep, '/'));
    const found = locateRepository(place);
    const outcome =
      isRefusal(found) || found.worktreeRoot === undefined
        ? await inBook(new FileBook(place), place)
        : await withContext({ ...session, options: { ...options, repo: place } }, false, context =>
            inBook(new StoreBook(context), context.workTree?.root ?? place),
          );
    if (isRefusal(outcome)) return fail(1, say(outcome.message));
    const { text, problem } = outcome;
    if (text !== '') printer.stdout.write(`${text}\n`);
    return problem === undefined ? 0 : fail(1, problem);
  } catch (error) {
    if (error instanceof UsageError) return fail(2, error.message);
    if (error instanceof RefusalError) return fail(1, say(error.refusal.message));
    if (error instanceof Error && 'syscall' in error) return fail(1, errorText(error));
    throw error;
  }
}
