import { describe, expect, it } from 'vitest';
import { agentTools } from './agentToolList.js';
import { inputSchemaOf, referenceOf } from './agentTools.js';

describe('the tools of language models', () => {
  it('are twelve at most, each with a name and a reference of its own', () => {
    expect(agentTools.length).toBeLessThanOrEqual(12);
    expect(new Set(agentTools.map(({ name }) => name)).size).toBe(agentTools.length);
    expect(new Set(agentTools.map(referenceOf)).size).toBe(agentTools.length);
    for (const tool of agentTools) {
      expect(tool.name).toMatch(/^stateroom_[a-z]+$/);
      expect(referenceOf(tool)).toMatch(/^stateroom[A-Z][a-z]+$/);
    }
  });

  it('are operations that agents may call, and say rightly whether they write', () => {
    for (const { name, model, operation, without } of agentTools) {
      const effect = /confirms it first/.test(model) ? 'write' : 'read';
      for (const wanted of [operation, ...(without === undefined ? [] : [without.operation])]) {
        expect(wanted.roles, name).toContain('agent');
        expect(wanted.effect, name).toBe(effect);
      }
    }
  });

  it('tell the model of the confirmation exactly where there is one', () => {
    for (const { name, model, operation } of agentTools) {
      expect(/confirms it first\.$/.test(model), name).toBe(operation.effect === 'write');
      expect(/changes nothing/i.test(model), name).toBe(operation.effect === 'read');
    }
  });

  it('take what their operations take, and nothing that goes past a holder', () => {
    const schemas = new Map(agentTools.map(tool => [tool.name, inputSchemaOf(tool)]));
    expect(schemas.get('stateroom_claim')).toMatchObject({ additionalProperties: false });
    expect(schemas.get('stateroom_claim')).not.toHaveProperty('required');
    expect(Object.keys(schemas.get('stateroom_claim')?.properties ?? {})).toEqual(['id', 'kind', 'label', 'folder']);
    expect(schemas.get('stateroom_resolve')).toMatchObject({
      required: ['id', 'status'],
      properties: { status: { type: 'string', enum: ['done', 'failed', 'cancelled'], description: 'How it ended' } },
    });
    expect(schemas.get('stateroom_release')).toMatchObject({ required: ['id'] });
  });

  it('cost a session at most 12 kB', () => {
    const told = agentTools.map(tool => ({
      name: tool.name,
      description: tool.model,
      inputSchema: inputSchemaOf(tool),
    }));
    expect(Buffer.byteLength(JSON.stringify(told))).toBeLessThanOrEqual(12_000);
  });
});
