import { GitWorkTree, type WorkTreePlace } from './gitWorkTree.js';
import type { Head, PathChange } from './workTree.js';

/** See `WorkTree.asOf`. */
export class CommitTree extends GitWorkTree {
  readonly #commit: string;

  constructor(place: WorkTreePlace, commit: string) {
    super(place);
    this.#commit = commit;
  }

  override async head(): Promise<Head> {
    return { commit: this.#commit, branch: (await super.head()).branch };
  }

  override readText(path: string, commit = this.#commit): Promise<string | undefined> {
    return super.readText(path, commit);
  }

  override async kindOf(path: string): Promise<'file' | undefined> {
    return (await this.blobsOf([path], this.#commit)).has(path) ? 'file' : undefined;
  }

  override async changes(): Promise<readonly PathChange[]> {
    return [];
  }
}
