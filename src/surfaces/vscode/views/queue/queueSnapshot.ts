import type { QueueSection } from '../../../../present/queueSection.js';

/** What the Queue view shows, as text: the parts that hold something, with the rows that were read. */
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
