import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { hostile } from '../../../test/support/hostileStrings.js';
import { tokenSamples } from '../../../test/support/secretSamples.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { taskExport } from '../task/taskExport.js';
import { taskImport } from '../task/taskImport.js';
import { findingFix } from './findingFix.js';
import { findingList } from './findingList.js';
import { findingMerge } from './findingMerge.js';
import { findingRecord } from './findingRecord.js';
import { findingReply } from './findingReply.js';
import { findingShow } from './findingShow.js';

let repo: GitTestRepository;
beforeEach(async () => {
  repo = new GitTestRepository();
  await repo.task('retry', { branch: 'main' });
  await repo.ok(findingRecord, { severity: 'high', path: 'README.md', line: '2', text: 'It never ends' }, person);
});
afterEach(() => repo.close());

const query = async (sql: string) => (await repo.store.maintenance.query(sql, 100)).rows as unknown[][];
const repliesOf = async (id = 'F-1') => (await repo.ok(findingShow, { id })).finding.replies;

describe('a reply to a finding', () => {
  it('is kept with who said it and when, in the order of the replies, and is an event', async () => {
    const { finding } = await repo.ok(
      findingReply,
      { id: 'F-1', text: ' The caller counts.\n\nSee `app.ts`. ' },
      agent,
    );
    await repo.ok(findingReply, { id: '1', text: 'It does not' }, person);
    expect(finding).toMatchObject({ ref: 'F-1', status: 'open', revision: 2 });
    const at = expect.stringMatching(/^2026-\d\d-\d\dT/);
    const expected = [
      { key: null, actor: agent.name, role: 'agent', text: 'The caller counts.\n\nSee `app.ts`.', at },
      { key: null, actor: person.name, role: 'human', text: 'It does not', at },
    ];
    expect(await repliesOf()).toEqual(expected);
    expect((await repo.ok(findingList, {})).findings[0]?.replies).toEqual(expected);
    const events = await query("select actor, payload from events where type = 'finding_replied' order by id");
    expect(events.map(([actor, payload]) => [actor, JSON.parse(String(payload))])).toEqual([
      [agent.name, { finding: 'F-1', status: 'open', text: 'The caller counts.\n\nSee `app.ts`.' }],
      [person.name, { finding: 'F-1', status: 'open', text: 'It does not' }],
    ]);
  });

  it('is added once when it is sent again with its id', async () => {
    for (const text of ['Once', 'Once', 'Once more']) await repo.ok(findingReply, { id: 'F-1', text, key: 'mine' });
    expect((await repliesOf()).map(({ text }) => text)).toEqual(['Once']);
    await repo.ok(findingReply, { id: 'F-1', text: 'Twice', key: 'other' });
    expect((await repliesOf()).map(({ key, text }) => [key, text])).toEqual([
      ['mine', 'Once'],
      ['other', 'Twice'],
    ]);
  });

  it('changes nothing about an ended finding, and stays when that ends', async () => {
    repo.commit('Fix', { 'README.md': 'one\nzwei\nthree\n' });
    await repo.ok(findingReply, { id: 'F-1', text: 'Before' });
    await repo.ok(findingFix, { ids: ['F-1'], commit: 'HEAD' });
    await repo.ok(findingReply, { id: 'F-1', text: 'Thank you' });
    const { finding } = await repo.ok(findingShow, { id: 'F-1' });
    expect(finding.status).toBe('fixed');
    expect(finding.replies.map(({ text }) => text)).toEqual(['Before', 'Thank you']);
  });

  it('is refused when it is empty, too long, or to an unknown finding, and after fifty', async () => {
    for (const text of ['', ' \n ', 'x'.repeat(4001)]) {
      expect((await repo.refused(findingReply, { id: 'F-1', text })).code).toBe('invalid_input');
    }
    expect((await repo.refused(findingReply, { id: 'F-9', text: 'x' })).code).toBe('not_found');
    for (let count = 0; count < 50; count += 1) await repo.ok(findingReply, { id: 'F-1', text: 'x'.repeat(4000) });
    expect(await repo.refused(findingReply, { id: 'F-1', text: 'One more' })).toMatchObject({
      code: 'conflict',
      message: 'F-1 has 50 replies, and can have no more.',
      hint: 'Decide on the finding, or record a new one.',
    });
    expect(await repliesOf()).toHaveLength(50);
  });

  it('is stored without secrets, and keeps what is merely odd', async () => {
    const [token = ''] = Object.values(tokenSamples);
    await repo.ok(findingReply, { id: 'F-1', text: `Use ${token} there` });
    const [[stored] = []] = await query('select replies from findings');
    expect(stored).not.toContain(token);
    expect((await repliesOf())[0]?.text).toBe('Use [redacted] there');
    const odd = hostile.slice(0, 30);
    for (const text of odd) await repo.ok(findingReply, { id: 'F-1', text });
    expect((await repliesOf()).slice(1).map(({ text }) => text)).toEqual(odd);
  });

  it('goes with the finding to another task and in a file, where an agent cannot speak for a person', async () => {
    await repo.ok(findingReply, { id: 'F-1', text: 'By a person' }, person);
    await repo.ok(findingReply, { id: 'F-1', text: 'By an agent' }, agent);
    await repo.task('other', { branch: 'other' });
    await repo.ok(findingMerge, { from: ['retry'], task: 'other' });
    expect((await repliesOf('F-2')).map(({ text }) => text)).toEqual(['By a person', 'By an agent']);
    const { content } = await repo.ok(taskExport, { task: 'other' });
    const elsewhere = new GitTestRepository();
    try {
      const importer = { role: 'agent', name: 'importer' } as const;
      await elsewhere.ok(taskImport, { content: JSON.stringify(content) }, importer);
      const { findings } = await elsewhere.ok(findingList, {});
      expect(findings[0]?.replies.map(({ actor, role, text }) => [actor, role, text])).toEqual([
        ['importer', 'agent', 'By a person'],
        [agent.name, 'agent', 'By an agent'],
      ]);
    } finally {
      await elsewhere.close();
    }
  });
});
