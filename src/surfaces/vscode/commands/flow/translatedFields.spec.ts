import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { catalogue } from '../../../../operations/catalogue.js';

const here = dirname(fileURLToPath(import.meta.url));
const translated: unknown = JSON.parse(
  readFileSync(join(here, '../../../../../media/l10n/bundle.l10n.de.json'), 'utf8'),
);

it('asks in the person’s language, for each field that the generic flow asks for', () => {
  // The flows themselves need the editor; which operations have one stands in these tables.
  const tables = ['operation', 'finding', 'item', 'plan', 'task', 'work', 'allLane', 'lane', 'run']
    .map(group => `${group}Flows.ts`)
    .map(name => readFileSync(join(here, name), 'utf8'))
    .join('\n');
  const own = new Set(
    [...tables.matchAll(/^ {2,4}\[(?:(?:lanes|operations)\.)?(\w+)\.name\]:/gm)].map(([, declared]) => declared),
  );
  expect(own).toContain('queueAdd');
  expect(own).toContain('workerSpawn');
  const asked: string[] = [];
  for (const { name, palette, input } of catalogue) {
    if (!palette || own.has(name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase()))) continue;
    for (const [field, schema] of Object.entries(input.shape)) {
      if (schema.safeParse(undefined).success || /^(action|agent|blocker)\..*\.(id|blocker)$/.test(`${name}.${field}`))
        continue;
      if (field === 'id' && name.startsWith('queue.')) continue;
      asked.push(`${name}.${field}`);
      expect(translated, `${name}.${field}`).toHaveProperty([schema.description ?? '']);
      // Words to choose from are for machines: what they mean to a person says a flow of their own.
      expect(schema, `${name}.${field}`).not.toHaveProperty('options');
    }
  }
  expect(asked).toContain('blocker.add.description');
});
