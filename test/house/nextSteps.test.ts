import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Node, parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';
import { findOperation } from '../../src/operations/catalogue.js';

interface Step {
  readonly operation: string;
  readonly fields: readonly string[];
}

/** The steps that a source writes out: `{ operation: 'lane.show', input: { lane } }`. */
function stepsIn(file: string, code: string): Step[] {
  const found: Step[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const one = node as Node;
    if (one.type === 'ObjectExpression') {
      const values = new Map(
        one.properties.flatMap(property =>
          property.type === 'Property' && property.key.type === 'Identifier'
            ? [[property.key.name, property.value] as const]
            : [],
        ),
      );
      const operation = values.get('operation');
      const input = values.get('input');
      if (operation?.type === 'Literal' && typeof operation.value === 'string' && input?.type === 'ObjectExpression') {
        const fields = [...code.slice(input.start, input.end).matchAll(/(?<=[{,]\s*)(\w+)(?=\s*[:,}])/g)];
        found.push({ operation: operation.value, fields: fields.map(([name]) => name) });
      }
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, code).program);
  return found;
}

describe('a next step', () => {
  it('of a refusal is an operation that destroys nothing, with fields of its input', async () => {
    const files = (await findFiles('src', '.ts')).filter(
      file => /^src\/(domain|gates|git|operations|records|store)\//.test(file) && !file.endsWith('.spec.ts'),
    );
    const steps = await Promise.all(
      files.map(async file => stepsIn(file, await readFile(join(place.root, file), 'utf8'))),
    );
    expect(steps.flat().length).toBeGreaterThan(30);
    const wrong = steps.flat().filter(({ operation, fields }) => {
      const found = findOperation(operation);
      return (
        found === undefined ||
        found.destructive === true ||
        fields.some(field => !Object.hasOwn(found.input.shape, field))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('is read with what it is given', () => {
    const code =
      "refuse('stale', said, { next: [{ operation: 'queue.show', input: { id, ...(a ? {} : { token: 1 }) } }] });";
    expect(stepsIn('a.ts', code)).toEqual([{ operation: 'queue.show', fields: ['id', 'token'] }]);
  });
});
