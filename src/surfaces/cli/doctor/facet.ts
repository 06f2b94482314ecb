import type { Context } from '../../../records/context.js';
import type { doctorFacets, doctorStates } from '../../../reports/doctorReport.js';
import type { SilentHost } from '../cliHost.js';

export type Facet = (typeof doctorFacets)[number];
export type CheckState = (typeof doctorStates)[number];

/** What was found out about a facet: the first one that is not ok counts. */
export interface Check {
  readonly state: CheckState;
  /** One sentence. */
  readonly text: string;
  /** What a person does next: a command line, or a sentence. */
  readonly next?: string;
  /** Mends it in a way that can be undone. */
  readonly fix?: Fix;
}

export interface Fix {
  /** What it does, as an imperative sentence without a full stop. */
  readonly text: string;
  /** The command that takes it back. */
  readonly undo: string;
  /** Undefined, or why it could not be done. */
  run(): Promise<string | undefined>;
}

/** What checks are made with; the context is absent where there is no repository. */
export interface Ward {
  readonly host: Pick<SilentHost, 'environment' | 'directory' | 'programFile'>;
  /** The repository's folder that was named with the call. */
  readonly repo: string | undefined;
  readonly context: Context | undefined;
  /** Of the store. */
  readonly directory: string | undefined;
  readonly signal: AbortSignal;
}
