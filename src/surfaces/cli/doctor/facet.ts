import type { Context } from '../../../records/context.js';
import type { doctorFacets, doctorStates } from '../../../reports/doctorReport.js';
import type { SilentHost } from '../cliHost.js';

export type Facet = (typeof doctorFacets)[number];
export type CheckState = (typeof doctorStates)[number];

/** Result of a check; the first one of a facet that is not ok counts. */
export interface Check {
  readonly state: CheckState;
  /** One sentence. */
  readonly text: string;
  /** Next step for a person: a command line or a sentence. */
  readonly next?: string;
  readonly fix?: Fix;
}

export interface Fix {
  /** Imperative sentence without a full stop. */
  readonly text: string;
  /** Command that undoes the fix. */
  readonly undo: string;
  /** Resolves to undefined, or to the reason that it failed. */
  run(): Promise<string | undefined>;
}

/** Input of the checks; the context is missing outside a repository. */
export interface Ward {
  readonly host: Pick<SilentHost, 'environment' | 'directory' | 'programFile'>;
  /** The repository folder named with the call. */
  readonly repo: string | undefined;
  readonly context: Context | undefined;
  readonly directory: string | undefined;
  readonly signal: AbortSignal;
}

export const noRepository: Check = { state: 'ok', text: 'Not in a repository.' };
