import { describe, expect, it } from 'vitest';
import { parseDecisionId } from './decisionId.js';

describe('the name of a decision', () => {
  it.each([
    ['claude_choice_t3-rate-limit_one_bucket', 'claude', 'choice', 't3-rate-limit', 'one_bucket'],
    ['cx_slice_complete_T-12_add_the_test', 'cx', 'slice_complete', 'T-12', 'add_the_test'],
    ['ada_risk_w7_2', 'ada', 'risk', 'w7', '2'],
  ])('%s has four parts', (text, tag, kind, workRef, slug) => {
    expect(parseDecisionId(text)).toEqual({ tag, kind, workRef, slug });
  });

  it.each([
    ['claude_choice_t3_one-bucket', 'the slug contains a hyphen; join its words with _', 'claude_choice_t3_one_bucket'],
    [
      'slice_complete_t3_x',
      'names without a tag are an old form that can no longer be created',
      'agent_slice_complete_t3_x',
    ],
    ['Claude_choice_t3_x', 'the tag “Claude” must be 2 to 12 lowercase letters', 'claude_choice_t3_x'],
    ['c_choice_t3_x', 'the tag “c” must be 2 to 12 lowercase letters', undefined],
    ['claude_choice', 'it does not have four parts, as in claude_choice_t3-rate-limit_keep_one_bucket', undefined],
    ['claude_Choice_t3_x', 'the kind must be one lowercase word', 'claude_choice_t3_x'],
  ])('%s is none', (text, problem, suggestion) => {
    expect(parseDecisionId(text)).toEqual(suggestion === undefined ? { problem } : { problem, suggestion });
  });
});
