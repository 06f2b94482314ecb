import type { ExpressionBuilder, ExpressionWrapper, SelectQueryBuilder, SqlBool } from 'kysely';
import type { QueuePlace } from '../../domain/workItem/queueOrder.js';
import type { Schema } from './schema.js';

/** Order in which `next` takes work items. */
export function inQueueOrder<Row>(
  query: SelectQueryBuilder<Schema, 'work_items', Row>,
): SelectQueryBuilder<Schema, 'work_items', Row> {
  return query.orderBy('priority').orderBy('rank').orderBy('due_sort').orderBy('number');
}

export function afterPlace(
  place: QueuePlace,
): (builder: ExpressionBuilder<Schema, 'work_items'>) => ExpressionWrapper<Schema, 'work_items', SqlBool> {
  return ({ eb, refTuple, tuple }) =>
    eb(
      refTuple('priority', 'rank', 'due_sort', 'number'),
      '>',
      tuple(place.priority, place.rank, place.due_sort, place.number),
    );
}
