import { type QueueSection, queueSections } from '../../../../present/queueSection.js';
import type { QueueModel } from './queueModel.js';

/** What the Queue view shows, as text. */
export interface QueueSnapshot {
  readonly message: string | undefined;
  readonly badge: number;
  readonly sections: readonly {
    readonly section: QueueSection;
    readonly count: number;
    readonly rows: readonly {
      readonly id: string;
      readonly ref: string;
      readonly label: string;
      readonly description: string;
    }[];
  }[];
}

/** The parts that hold something, with the rows that were read. */
export function snapshotOf(model: QueueModel, message: string | undefined, badge: number): QueueSnapshot {
  const sections = queueSections
    .map(section => model.section(section))
    .filter(node => node.count > 0)
    .map(node => ({
      section: node.section,
      count: node.count,
      rows: node.children.flatMap(child =>
        child.type === 'workItem'
          ? [{ id: child.id, ref: child.item.ref, label: child.row.label, description: child.row.description }]
          : [],
      ),
    }));
  return { message, badge, sections };
}
