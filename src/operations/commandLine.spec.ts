import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { catalogue } from './catalogue.js';
import { commandLineOf, commandWith, usageOf } from './commandLine.js';
import { type AnyOperation, type CommandLineShape, defineOperation } from './operation.js';

function operation(input: z.ZodObject, cli: Partial<CommandLineShape> = {}): AnyOperation {
  return defineOperation({
    name: 'queue.snooze',
    order: 10,
    title: 'Snooze',
    summary: 'Snoozes.',
    input,
    output: z.object({}),
    effect: 'write',
    roles: ['human'],
    mcp: null,
    cli: { examples: [], ...cli },
    palette: false,
    async run() {
      return {};
    },
  });
}

describe('commandLineOf', () => {
  it('derives words, arguments and flags from the name and the shape', () => {
    const line = commandLineOf(
      operation(
        z.strictObject({
          id: z.string().describe('which'),
          dependsOn: z.array(z.string()).describe('several').optional(),
          staleMs: z.int().default(3),
          mood: z.enum(['good', 'bad']).nullable().optional(),
          force: z.boolean().optional(),
          payload: z.json().refine(() => true),
          text: z.string().transform(text => text.length),
          lines: z.string(),
          touches: z
            .array(z.union([z.string().transform(path => ({ path })), z.object({ path: z.string() })]))
            .optional(),
        }),
        { positionals: ['id'], flags: { text: 'words' }, files: ['lines'] },
      ),
    );
    expect(line.path).toEqual(['queue', 'snooze']);
    expect(line.positionals).toEqual([
      { field: 'id', flag: 'id', kind: 'text', choices: [], list: false, required: true, description: 'which' },
    ]);
    const brief = line.flags.map(({ flag, kind, list, required }) => [flag, kind, list, required]);
    expect(brief).toEqual([
      ['depends-on', 'text', true, false],
      ['stale-ms', 'number', false, false],
      ['mood', 'choice', false, false],
      ['force', 'boolean', false, false],
      ['payload', 'json', false, true],
      ['words', 'text', false, true],
      ['lines', 'file', false, true],
      // What may be told by a text is told by a text.
      ['touches', 'text', true, false],
    ]);
    expect(line.flags[0]?.description).toBe('several');
    expect(line.flags[2]?.choices).toEqual(['good', 'bad']);
    expect(usageOf(line)).toBe(
      'queue snooze <id> [--depends-on <text>…] [--stale-ms <number>] [--mood <good|bad>] [--force] --payload <json> ' +
        '--words <text> --lines <file> [--touches <text>…]',
    );
  });

  it.each<[string, AnyOperation, string]>([
    ['a flag of every command', operation(z.object({ json: z.boolean() })), 'queue.snooze: two meanings for --json'],
    [
      'one flag for two fields',
      operation(z.object({ a: z.string(), b: z.string() }), { flags: { a: 'b' } }),
      'queue.snooze: two meanings for --b',
    ],
    [
      'an argument that is no field',
      operation(z.object({}), { positionals: ['id'] }),
      'queue.snooze: id is no field of its input',
    ],
    [
      'a pair with what is no field',
      operation(z.object({ a: z.string() }), { exclusive: [['a', 'b']] }),
      'queue.snooze: b is no field of its input',
    ],
  ])('does not take %s', (_, declared, message) => {
    expect(() => commandLineOf(declared)).toThrow(message);
  });

  it('suggests a field that is needed unless another one is given', () => {
    const shape = z.strictObject({ goal: z.string().optional(), item: z.string().optional() });
    const line = commandLineOf(operation(shape, { positionals: ['goal'], suggested: ['goal'] }));
    expect(usageOf(line)).toBe('queue snooze [<goal>] [--item <text>]');
    expect(commandWith(line, {})).toBe('queue snooze <goal>');
    expect(commandWith(line, { item: 'W-1' })).toBe('queue snooze --item W-1');
  });

  it('takes every operation of the catalogue, with an example that begins with its words', () => {
    for (const declared of catalogue) {
      const line = commandLineOf(declared);
      expect(declared.cli.examples.length).toBeGreaterThan(0);
      for (const example of declared.cli.examples) expect(example).toContain(line.path.join(' '));
    }
  });
});
