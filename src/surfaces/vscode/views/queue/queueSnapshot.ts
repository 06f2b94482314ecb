import type { QueueSection } from '../../../../present/queueSection.js';

/** Text of the Queue view: non-empty sections with the rows that were read. */
export interface QueueSnapshot {
  readonly message: string | undefined;
  readonly sections: readonly {
    readonly section: QueueSection;
    readonly count: number;
    readonly rows: readonly {
      readonly id: string;
      readonly ref: string;
      readonly label: string;
      readonly description: string;
      /** For when clauses of menus. */
      readonly context: string;
    }[];
  }[];
}
