import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fieldsOf } from '../operations/inputFields.js';
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

  it('gives the records of one tool a line for each kind, and a new kind costs 40 bytes at most', () => {
    const of = (kind: string, action: string, input: z.ZodObject, brief = ''): AnyOperation => ({
      ...look,
      name: `${kind}.${action}`,
      input,
      mcp: { tool: 'records', kind, action, brief, rare: ['text'] },
    });
    const text = z.strictObject({ text: z.string() });
    const id = z.strictObject({ id: z.string() });
    const two = [of('note', 'add', text, 'in a line'), of('note', 'end', id), of('step', 'add', text)];
    const [records] = compoundTools(two);
    expect(records?.declaration.description).toBe('note add text: in a line; end id\nstep add text');
    expect(records?.declaration.inputSchema).toMatchObject({
      properties: {
        kind: { type: 'string', enum: ['note', 'step'] },
        action: { type: 'string', enum: ['add', 'end'] },
        id: { type: 'string' },
      },
      required: ['kind', 'action'],
    });
    expect(records?.actions).toEqual({ 'note add': 'note.add', 'note end': 'note.end', 'step add': 'step.add' });
    const more = compoundTools([...two, of('risk', 'add', text), of('risk', 'end', id)])[0]?.declaration;
    expect(JSON.stringify(more).length - JSON.stringify(records?.declaration).length).toBeLessThanOrEqual(40);
  });

  it('describes a tool with all its inputs and their values, for a call that names no action', () => {
    const brush = { ...paint, mcp: { tool: 'walls', action: 'paint', rare: ['notes'] } };
    expect(compoundTools([brush])[0]?.guide).toBe(
      'paint wall: Paints a wall\nActions of walls: paint\nInputs: wall, colour (red|blue), notes',
    );
  });
});
