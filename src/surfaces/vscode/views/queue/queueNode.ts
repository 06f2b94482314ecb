import type { WorkItem } from '../../../../domain/workItem/workItem.js';
import type { QueueSection } from '../../../../present/queueSection.js';
import type { WorkItemRow } from '../../../../present/workItemRow.js';

/**
 * The rows of the Queue view. A node stays the same object while what it stands for is shown: the editor tells nodes
 * apart by identity when it is asked to draw one again.
 */
export type QueueNode = NoticeNode | SectionNode | WorkItemNode | MoreNode;

/** A part of the queue with its rows. */
export interface SectionNode {
  readonly type: 'section';
  readonly section: QueueSection;
  /** How many work items it holds, shown or not; `exact` is false when more may follow. */
  count: number;
  exact: boolean;
  children: (WorkItemNode | MoreNode)[];
}

export interface WorkItemNode {
  readonly type: 'workItem';
  readonly id: string;
  item: WorkItem;
  row: WorkItemRow;
  parent: SectionNode;
}

/** The last row of a part that is not shown whole. */
export interface MoreNode {
  readonly type: 'more';
  readonly parent: SectionNode;
  /** How many are not shown; undefined when that is not known. */
  hidden: number | undefined;
}

/** A row above the parts that tells what is wrong with the store. */
export interface NoticeNode {
  readonly type: 'notice';
  state: 'readOnly' | 'corrupt' | 'tooNew' | 'failed';
  text: string;
}

/** What to draw again after a change. */
export type QueueChange =
  | { readonly what: 'nothing' }
  | { readonly what: 'everything' }
  | { readonly what: 'nodes'; readonly nodes: readonly QueueNode[] };
