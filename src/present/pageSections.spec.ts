import { describe, expect, it } from 'vitest';
import { parseJson } from '../domain/json/writtenJson.js';
import type { Field } from './page.js';
import { fieldsOf } from './pageSections.js';

const t = (text: string, ...values: unknown[]): string =>
  text.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)]));

describe('the fields of a page', () => {
  it('are those of the head in its order, then the other lines, then lists and texts below their names', () => {
    const fields: Field[] = [
      ['Owner', 'ada'],
      ['Port', null],
      ['Branch', 'feature/x'],
      ['Opened', 'today'],
      ['Description', { prose: 'One\nTwo' }],
      ['Owned paths', { list: ['src', 'test'] }],
      ['Depends on', { list: [] }],
      ['Notes', { notes: 'Just a text' }],
    ];
    expect(fieldsOf(fields, { t }, ['Branch', 'Owner', 'Task'])).toEqual({
      head: [
        { name: 'Branch', value: [{ text: 'feature/x' }] },
        { name: 'Owner', value: [{ text: 'ada' }] },
      ],
      blocks: [
        { kind: 'fields', fields: [{ name: 'Opened', value: [{ text: 'today' }] }] },
        { kind: 'prose', heading: 'Description', text: 'One\nTwo' },
        { kind: 'list', heading: 'Owned paths', lines: [[{ text: 'src' }], [{ text: 'test' }]] },
        { kind: 'prose', heading: 'Notes', text: 'Just a text' },
      ],
    });
  });

  it('show what has no shape of its own by the paths of its values, not as JSON', () => {
    const json = parseJson('{"branch":"x","steps":[1.50,{"say":"two\\nlines"}],"none":null,"empty":{}}');
    expect(fieldsOf([['Payload', { json }]], { t }).blocks).toEqual([
      {
        kind: 'list',
        heading: 'Payload',
        lines: [
          [{ text: 'branch: ', code: true }, { text: 'x' }],
          [{ text: 'steps.0: ', code: true }, { text: '1.50' }],
          [{ text: 'steps.1.say: ', code: true }, { text: 'two\nlines' }],
          [{ text: 'none: ', code: true }, { text: 'null' }],
          [{ text: 'empty: ', code: true }, { text: '{}' }],
        ],
      },
    ]);
  });

  it('cut a value that is deep or long', () => {
    const deep = JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`) as unknown;
    const [block] = fieldsOf([['Payload', { json: deep }]], { t }).blocks;
    expect(block?.kind === 'list' && block.lines).toEqual([
      [{ text: '0.0.0.0.0.0.0.0: ', code: true }, { text: `${'['.repeat(92)}1${']'.repeat(92)}` }],
    ]);
    const [long] = fieldsOf([['Payload', { json: Array.from({ length: 250 }, () => 1) }]], { t }).blocks;
    expect(long?.kind === 'list' && [long.lines.length, long.lines.at(-1)]).toEqual([201, [{ text: '… and 50 more' }]]);
  });

  it('write what no one can see as escapes', () => {
    expect(fieldsOf([['Note', { prose: 'a\u202eb\u200bc' }]], { t }).blocks).toEqual([
      { kind: 'prose', heading: 'Note', text: 'a\\u202eb\\u200bc' },
    ]);
  });
});
