import { changeWorkItem, findWorkItem } from '../../../src/records/workItem/workItemAccess.js';
import { person } from '../../support/testRepository.js';
import type { FlowTestRepository } from './flowTestRepository.js';

/** Makes an item claimable although a lane or a task holds it, as in stores of older versions. */
export async function letGo({ store, now }: FlowTestRepository, item: string): Promise<void> {
  await store.transaction(async transaction => {
    const row = await findWorkItem(transaction, item);
    const change = { status: 'pending', owner: null, owner_role: null, lease_until: null } as const;
    const payload = { status: 'pending', owner: null, token: row.token, notes: null } as const;
    await changeWorkItem({ transaction, actor: person, now }, row, change, 'work_item_released', payload);
  });
}
