import type { LaneDependencyRow } from '../../domain/lane/laneRow.js';
import { Queries } from './queries.js';

export class LaneDependencyTable extends Queries {
  all(): Promise<LaneDependencyRow[]> {
    return this.db
      .selectFrom('lane_dependencies')
      .selectAll()
      .where('repository_id', '=', this.repositoryId)
      .orderBy('created_at')
      .execute();
  }

  /** Keeps existing pairs. */
  async add(laneId: string, afterIds: readonly string[], now: number): Promise<void> {
    if (afterIds.length === 0) return;
    const rows = afterIds.map(afterId => ({
      repository_id: this.repositoryId,
      lane_id: laneId,
      after_id: afterId,
      created_at: now,
    }));
    await this.db
      .insertInto('lane_dependencies')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute();
  }

  async remove(laneId: string, afterIds: readonly string[]): Promise<void> {
    if (afterIds.length === 0) return;
    await this.db
      .deleteFrom('lane_dependencies')
      .where('lane_id', '=', laneId)
      .where('after_id', 'in', [...afterIds])
      .execute();
  }
}
