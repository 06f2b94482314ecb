import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { catalogue } from '../operations/catalogue.js';
import { fieldsOf } from '../operations/inputFields.js';
import { isOfLanes } from '../operations/isOfLanes.js';
import { type AnyOperation, defineOperation } from '../operations/operation.js';
import { compoundTools } from './toolSet.js';

const output = z.object({});
const base = { order: 10, title: 'T', output, cli: { examples: [] }, palette: false, run: async () => ({}) } as const;
const anyone = ['human', 'agent', 'system'] as const;

const paint = defineOperation({
  ...base,
  name: 'wall.paint',
  summary: 'Paints a wall; two coats.',
  input: z.strictObject({
    wall: z.string().min(1).max(9).describe('The workflow'),
    colour: z.enum(['red', 'blue']).optional(),
    notes: z.string().optional(),
  }),
  effect: 'write',
  roles: anyone,
  mcp: { tool: 'walls', action: 'paint' },
});
const look = defineOperation({
  ...base,
  name: 'wall.look',
  summary: 'Looks at walls.',
  input: z.strictObject({
    colour: z.enum(['blue', 'green']).optional(),
    notes: z.int().optional(),
    tags: z.array(z.string().max(3)).optional(),
    extra: z.json().optional(),
  }),
  effect: 'read',
  roles: anyone,
  mcp: { tool: 'walls', action: 'look' },
});
const sell = defineOperation({
  ...base,
  name: 'wall.sell',
  summary: 'Sells it.',
  input: z.strictObject({ price: z.int() }),
  effect: 'write',
  roles: ['human'],
  mcp: { tool: 'walls', action: 'sell' },
});
const hidden = defineOperation({
  ...base,
  name: 'wall.demolish',
  summary: 'Demolishes.',
  input: z.strictObject({}),
  effect: 'write',
  destructive: true,
  roles: anyone,
  mcp: null,
});

describe('compoundTools', () => {
  it('lets clients send any action to a tool of one, since others may come', () => {
    const actionOf = (...operations: AnyOperation[]) =>
      (compoundTools(operations)[0]?.declaration.inputSchema.properties as Record<string, unknown> | undefined)?.action;
    expect(actionOf(paint)).toEqual({ type: 'string' });
    expect(actionOf(paint, look)).toEqual({ type: 'string', enum: ['paint', 'look'] });
  });

  it('makes one tool of all operations that name it, with flat inputs', () => {
    const tools = compoundTools([paint, look, hidden]);
    expect(tools.map(tool => tool.declaration)).toEqual([
      {
        name: 'walls',
        description: 'paint wall: Paints a wall\nlook: Looks at walls',
        inputSchema: {
          type: 'object',
          properties: {
            action: { type: 'string', enum: ['paint', 'look'] },
            wall: { type: 'string' },
            colour: { type: 'string', enum: ['red', 'blue', 'green'] },
            notes: {},
            tags: { type: 'array', items: { type: 'string' } },
            extra: { type: 'object' },
          },
          required: ['action'],
        },
        annotations: { destructiveHint: false, openWorldHint: false },
      },
    ]);
  });

  it('gives actions that only need the same inputs one line, and leaves long lists of values out', () => {
    const wash = defineOperation({
      ...paint,
      name: 'wall.wash',
      summary: '',
      input: z.strictObject({ wall: z.string(), soap: z.enum(['a', 'b', 'c', 'd', 'e']).optional() }),
      mcp: { tool: 'walls', action: 'wash' },
    });
    const dry = defineOperation({ ...wash, name: 'wall.dry', mcp: { tool: 'walls', action: 'dry' } });
    const { declaration } = compoundTools([wash, look, dry])[0] ?? {};
    expect(declaration?.description).toBe('wash|dry wall\nlook: Looks at walls');
    expect(declaration?.inputSchema.properties).toHaveProperty('soap', { type: 'string' });
  });

  it('says of an action what its declaration says, and lists no input that all its actions call rare', () => {
    const brush = { ...paint, mcp: { tool: 'walls', action: 'paint', brief: 'two coats', rare: ['colour', 'notes'] } };
    const stare = { ...look, mcp: { tool: 'walls', action: 'look', brief: '', rare: ['colour', 'extra'] } };
    const { declaration } = compoundTools([brush, stare])[0] ?? {};
    expect(declaration?.description).toBe('paint wall: two coats');
    expect(declaration?.inputSchema.properties).toEqual({
      action: { type: 'string', enum: ['paint', 'look'] },
      wall: { type: 'string' },
      notes: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
      // A client that sends only what is declared puts the rare ones here.
      options: { type: 'object' },
    });
  });

  it('names an input that an action needs beside it, also where it is not listed', () => {
    const brush = { ...paint, mcp: { tool: 'walls', action: 'paint', rare: ['wall'] } };
    const { declaration } = compoundTools([brush])[0] ?? {};
    expect(declaration?.description).toBe('paint wall: Paints a wall');
    expect(declaration?.inputSchema.properties).not.toHaveProperty('wall');
  });

  it('knows the operation behind each action', () => {
    expect(compoundTools([paint, look])[0]?.actions).toEqual({ paint: paint.name, look: look.name });
  });

  it('shows nothing that is only for people, and keeps it to say so', () => {
    const [tool] = compoundTools([paint, sell]);
    expect(tool?.declaration.inputSchema.properties).toEqual({
      action: { type: 'string' },
      wall: { type: 'string' },
      colour: { type: 'string', enum: ['red', 'blue'] },
      notes: { type: 'string' },
    });
    expect(tool?.notForAgents).toEqual({ sell: sell.name });
  });

  it('annotates a tool by what its actions do', () => {
    const hints = (operations: readonly AnyOperation[]) => compoundTools(operations)[0]?.declaration.annotations;
    const mcp = { tool: 'walls', action: 'x' };
    expect(hints([look])).toEqual({ readOnlyHint: true, openWorldHint: false });
    expect(hints([look, { ...hidden, mcp }])).toEqual({ openWorldHint: false });
    expect(hints([look, { ...paint, effect: 'external' }])).toEqual({ destructiveHint: false });
  });

  it('makes a tool without actions of an operation that is one by itself', () => {
    const alone = defineOperation({ ...paint, mcp: { tool: 'paint_wall', action: '' } });
    const [tool] = compoundTools([alone]);
    expect(tool?.declaration).toEqual({
      name: 'paint_wall',
      description: 'Paints a wall',
      inputSchema: {
        type: 'object',
        properties: {
          wall: { type: 'string' },
          colour: { type: 'string', enum: ['red', 'blue'] },
          notes: { type: 'string' },
        },
        required: ['wall'],
      },
      annotations: { destructiveHint: false, openWorldHint: false },
    });
    expect(() => compoundTools([alone, { ...look, mcp: { tool: 'paint_wall', action: 'look' } }])).toThrow(
      'paint_wall: one operation beside others',
    );
  });

  it('tells the fields of an operation, required ones first', () => {
    expect(fieldsOf(paint)).toEqual({ required: ['wall'], optional: ['colour', 'notes'] });
  });
});

describe('the tools of the catalogue', () => {
  const tools = compoundTools(catalogue.filter(({ name }) => !isOfLanes(name)));
  const laneTools = compoundTools(catalogue.filter(({ name }) => isOfLanes(name)));

  it('are joined by those of lanes once there is one', () => {
    const ofLanes = laneTools.map(({ declaration }) => declaration);
    expect(Buffer.byteLength(JSON.stringify(ofLanes))).toBeLessThan(6000);
  });

  it('say which only read, and which reach outside of the store', () => {
    const hints = tools.map(({ declaration }) => [declaration.name, declaration.annotations] as const);
    const named = (wanted: object) =>
      hints.flatMap(([name, hint]) => (JSON.stringify(hint) === JSON.stringify(wanted) ? [name] : []));
    expect(named({ readOnlyHint: true, openWorldHint: false })).toEqual([
      'load_session',
      'get_handoff_state',
      'validate',
      'integrity_check',
    ]);
    expect(named({ destructiveHint: false })).toEqual([
      'switch_task',
      'set_handoff_state',
      'archive',
      'slices',
      'evidence',
    ]);
    expect(
      hints.filter(([, { destructiveHint, readOnlyHint }]) => destructiveHint !== false && readOnlyHint !== true),
    ).toEqual([]);
  });

  it('have one meaning for each field, so that none is shown without a type', () => {
    for (const { declaration } of [...tools, ...laneTools]) {
      for (const [field, schema] of Object.entries(declaration.inputSchema.properties ?? {})) {
        expect(schema, `${declaration.name}.${field}`).toHaveProperty('type');
      }
    }
  });
});
