import { expect, it } from 'vitest';
import { coreCatalogue } from '../../operations/coreCatalogue.js';
import { inputFrom } from './givenInput.js';

function operation(name: string) {
  const found = coreCatalogue.find(one => one.name === name);
  if (found === undefined) throw new Error(`There is no operation ${name}.`);
  return found;
}

it.each<[name: string, given: object, input: object]>([
  ['queue.add', { title: 'Fix', dependsOn: 'W-1' }, { title: 'Fix', dependsOn: ['W-1'] }],
  ['queue.add', { title: 404, priority: '1' }, { title: '404', priority: 1 }],
  ['queue.add', { title: 'Fix', labels: 7 }, { title: 'Fix', labels: ['7'] }],
  ['queue.resolve', { id: 'W-1', status: 'done', token: '3' }, { id: 'W-1', status: 'done', token: 3 }],
  ['queue.claim', { id: 'W-1', reassign: 'true' }, { id: 'W-1', reassign: true }],
  ['finding.record', { severity: 'low', path: 'a.ts', line: 3 }, { severity: 'low', path: 'a.ts', line: '3' }],
  // A group of the rarer ones; what is beside it was meant.
  ['queue.claim', { id: 'W-1', options: { lease: '1h', id: 'W-2' } }, { id: 'W-1', lease: '1h' }],
  ['queue.claim', { id: 'W-1', options: null }, { id: 'W-1' }],
  ['queue.claim', { id: 'W-1', lease: null, whatever: null }, { id: 'W-1' }],
  // Text that is JSON where a list or an object is wanted.
  ['queue.add', { title: 'Fix', dependsOn: '["W-1","W-2"]' }, { title: 'Fix', dependsOn: ['W-1', 'W-2'] }],
  ['queue.add', { title: 'Fix', labels: ' ["a"] ' }, { title: 'Fix', labels: ['a'] }],
  ['queue.add', { title: '["Fix"]' }, { title: '["Fix"]' }],
  // And the reverse, where the text is JSON; a title or a note is none.
  ['finding.import', { report: { runs: [1.5] } }, { report: '{"runs":[1.5]}' }],
  ['finding.import', { options: { report: [{ path: 'a' }] } }, { report: '[{"path":"a"}]' }],
  ['evidence.record', { receipt: { signature: 'x' } }, { receipt: '{"signature":"x"}' }],
  ['queue.add', { title: { a: 1 } }, { title: { a: 1 } }],
  // An entry a line, as a list; not in other texts.
  ['task.handOver', { options: { done: ['A', 'B'], next: 'C' } }, { done: 'A\nB', next: 'C' }],
  ['task.handOver', { open: ['A', 1] }, { open: ['A', 1] }],
  ['queue.annotate', { id: 'W-1', patch: {}, note: ['A'] }, { id: 'W-1', patch: {}, note: ['A'] }],
  // The spelling of other programs; not where the field is there as well.
  ['queue.add', { title: 'Fix', depends_on: ['W-1'] }, { title: 'Fix', dependsOn: ['W-1'] }],
  ['queue.add', { Title: 'Fix', 'depends-on': 'W-1' }, { title: 'Fix', dependsOn: ['W-1'] }],
  ['queue.add', { title: 'Fix', Title: 'Mend' }, { title: 'Fix', Title: 'Mend' }],
  ['queue.add', { depends_on: 'W-1', DependsOn: 'W-2' }, { depends_on: 'W-1', DependsOn: 'W-2' }],
  ['queue.add', { title: 'Fix', options: '{"dependsOn":["W-1"]}' }, { title: 'Fix', dependsOn: ['W-1'] }],
  // A slip is refused, with what it may mean.
  ['queue.add', { title: 'Fix', dependOn: ['W-1'] }, { title: 'Fix', dependOn: ['W-1'] }],
  // Nothing is guessed: what a field does not take in any form is refused as it was sent.
  ['queue.claim', { id: 'W-1', reassign: 'yes' }, { id: 'W-1', reassign: 'yes' }],
  ['queue.resolve', { id: 'W-1', status: 'over', token: '3e0' }, { id: 'W-1', status: 'over', token: '3e0' }],
  ['queue.resolve', { id: 'W-1', token: '9007199254740993' }, { id: 'W-1', token: '9007199254740993' }],
])('%s takes %j', (name, given, input) => {
  expect(inputFrom(operation(name), given as Record<string, unknown>)).toEqual({ input, ignored: [] });
});

it.each<[given: object, input: object, ignored: string[]]>([
  [{ id: 'W-1', reasoning: 'It is next.' }, { id: 'W-1' }, ['reasoning']],
  [{ id: 'W-1', thought: '', tool_call_id: 7 }, { id: 'W-1' }, ['thought', 'tool_call_id']],
  [{ id: 'W-1', options: { lease: '1h', thinking: 'So.' } }, { id: 'W-1', lease: '1h' }, ['thinking']],
  [{ id: 'W-1', security_risk: null }, { id: 'W-1' }, []],
])('%j is taken without what the operation does not have', (given, input, ignored) => {
  expect(inputFrom(operation('queue.claim'), given as Record<string, unknown>)).toEqual({ input, ignored });
});

it.each([
  ['queue.edit', { id: 'W-1', notes: 'mine', expectedRevision: 3 }],
  ['queue.add', { title: 'Fix', blockedBy: ['W-1'] }],
  ['queue.add', { title: 'Fix', dependencies: ['W-1'] }],
  ['queue.add', { title: 'Fix', dry_run: true }],
  ['queue.next', { tag: 'frontend' }],
  ['queue.claim', { id: 'W-1', '': 1 }],
])('%s keeps what it might be meant by, to be refused: %j', (name, given) => {
  expect(inputFrom(operation(name), given)).toEqual({ input: given, ignored: [] });
});

it('passes over in a call that reads what the operation does not have', () => {
  const given = { id: 'W-1', cwd: '/tmp', expectedRevision: 3, options: ['x'] };
  expect(inputFrom(operation('queue.show'), given)).toEqual({
    input: { id: 'W-1' },
    ignored: ['cwd', 'expectedRevision', 'options'],
  });
});
