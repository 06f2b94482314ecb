// As our own: equality as `in (?)` and a literal limit, since SQLite prepares again for each value of the other forms.
const order = 'order by priority, rank, due_sort, number';
const ready = `select * from work_items where repository_id in (?) and status = 'pending' and open_dependencies = 0
  and (not_before is null or not_before <= ?) ${order}`;

/** The statements of a claim as one would write them by hand. */
export const statements = {
  repository: 'select id from repositories',
  ready: `${ready} limit 1`,
  page: `${ready} limit ?`,
  overdue: `select lease_until from work_items where repository_id = ? and status = 'in_flight'
    and lease_until <= ? limit 1`,
  change: `update work_items set status = ?, owner = ?, owner_role = ?, token = ?, lease_until = ?, claimed_at = ?,
    updated_at = ?, revision = ? where id = ? and revision = ?`,
  takeNumber: 'update counters set value = value + ? where repository_id = ? and name = ? returning value',
  dependencies: `select edge.work_item_id, edge.depends_on_id, target.number, target.title, target.status
    from work_item_dependencies as edge inner join work_items as target on target.id = edge.depends_on_id
    where edge.work_item_id in (?)`,
  insertEvent: `insert into events (repository_id, id, ts, type, actor, role, harness, model, session, lane,
    work_item_id, payload) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
};

/** As an agent's claim has it, ms. */
const leaseMs = 15 * 60 * 1000;

export interface ItemRow {
  readonly id: string;
  readonly number: number;
  readonly token: number;
  readonly revision: number;
}

/** The values of the statements with which `actor` claims an item at `now`; of the event, those behind its id. */
export function valuesOfClaim({ id, token, revision }: ItemRow, actor: string, now: number) {
  const payload = JSON.stringify({ status: 'in_flight', token: token + 1, leaseUntil: now + leaseMs });
  return {
    change: ['in_flight', actor, 'agent', token + 1, now + leaseMs, now, now, revision + 1, id, revision],
    event: [now, 'work_item_claimed', actor, 'agent', 'bench', null, null, null, id, payload],
  };
}

/** What the workers have claimed: others who claim have other names. */
const claims = "from events where type = 'work_item_claimed' and actor like 'bench-%'";
export const countClaims = `select count(*) ${claims}`;
export const countClaimedItems = `select count(distinct work_item_id) ${claims}`;
