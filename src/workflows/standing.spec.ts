import { expect, it } from 'vitest';
import type { GateAnswer } from '../operations/gate/gateCheck.js';
import { plainMarkup } from '../reports/markup.js';
import { english } from '../reports/translate.js';
import { gateSection } from './standing.js';
import type { WorkflowCall } from './workflow.js';

const known: Readonly<Record<string, string>> = {
  'T-1 has no plan.': 'T-1 hat keinen Plan.',
  'Write one and register it.': 'Einen schreiben und registrieren.',
};
const call = {
  markup: plainMarkup,
  translate: english,
  tell: (sentence: string) => known[sentence] ?? sentence,
} as unknown as WorkflowCall;

it('tells what a gate asks for in the language of who asked', () => {
  const reason = { text: 'T-1 has no plan.', fix: 'Write one and register it.' };
  const gate = { ready: false, reasons: [reason] } as unknown as GateAnswer;
  expect(gateSection(call, gate, 'Ready', 'Not ready')).toEqual({
    heading: 'Not ready',
    lines: ['- T-1 hat keinen Plan. Next: Einen schreiben und registrieren.'],
  });
});
