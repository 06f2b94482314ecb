import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Node, parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../build/findFiles.mjs';
import { place } from '../../build/place.mjs';
import { type GateReason, reason, reasonCodes, remedies, remedyOf } from '../../src/gates/gate.js';
import { verbatim } from '../../src/messages/message.js';
import { findOperation } from '../../src/operations/catalogue.js';
import { gateSteps } from '../../src/operations/gateSteps.js';

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

/** A reason of each code and of each remedy, with what those that need it know beyond what they are about. */
const reasons: readonly GateReason[] = [
  ...reasonCodes.map(code => ({ code })),
  ...remedies.map(remedy => ({ code: 'no_commit' as const, remedy })),
].map(({ code, ...remedy }) => {
  const which = remedyOf({ code, ...remedy });
  const input =
    which === 'reviewPlan' ? { plan: 'docs/plan.md' } : which === 'chooseTask' ? { gate: 'close-check' } : {};
  return reason(code, verbatim('Why.'), verbatim('What to do.'), ['X-1'], { ...remedy, input });
});

describe('a next step', () => {
  it('of a gate reason is an operation that destroys nothing, and takes its input', () => {
    const steps = reasons.flatMap(gateSteps);
    expect(steps.length).toBeGreaterThan(50);
    const wrong = steps.filter(
      ({ operation, input }) =>
        findOperation(operation.name) !== operation ||
        operation.destructive === true ||
        !operation.input.partial().safeParse(input).success,
    );
    expect(wrong.map(({ operation, input }) => [operation.name, input])).toEqual([]);
  });

  it('of a gate reason leads on but where git, a configuration or another worktree does', () => {
    const without = remedies.filter(remedy =>
      reasons.every(one => remedyOf(one) !== remedy || gateSteps(one).length === 0),
    );
    expect(without).toEqual(['sourceControl', 'nameProof', 'setModel']);
  });

  it('of a refusal or a store error is an operation that destroys nothing, with fields of its input', async () => {
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
