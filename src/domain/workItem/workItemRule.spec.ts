import { describe, expect, it } from 'vitest';
import { dependencyRow, rowTime as now, workItemRow } from '../../../test/support/workItemRow.js';
import { say } from '../../messages/say.js';
import type { Actor } from '../actor/actor.js';
import { checkClaim } from './claimRule.js';
import { nameOf } from './nameOf.js';
import { checkHolder, checkToken, checkTransition } from './workItemRule.js';

const codex: Actor = { role: 'agent', name: 'codex' };
const claude: Actor = { role: 'agent', name: 'claude' };
const ada: Actor = { role: 'human', name: 'Ada' };
const held = workItemRow({
  status: 'in_flight',
  owner: 'codex',
  owner_role: 'agent',
  token: 3,
  lease_until: now + 60_000,
});

const attempt = (actor: Actor, reassign = false) => ({ actor, now, heartbeats: new Map<string, number>(), reassign });

describe('naming a work item', () => {
  it('shortens a long title by characters, not by halves of them', () => {
    expect(nameOf({ number: 3, title: 'Short' })).toEqual('W-3 “Short”');
    expect(nameOf({ number: 3, title: '🙂'.repeat(61) })).toEqual(`W-3 “${'🙂'.repeat(59)}…”`);
    expect(nameOf({ number: 3, title: 'x'.repeat(60) })).toEqual(`W-3 “${'x'.repeat(60)}”`);
  });
});

describe('transitions', () => {
  it('says in one sentence what is not possible, and what is', () => {
    expect(checkTransition(workItemRow({ status: 'done' }), 'claim', 'in_flight')).toMatchObject({
      code: 'transition_not_allowed',
      message: 'W-12 “Fix the login redirect” is done and cannot be claimed.',
      hint: 'Reopen it first, with a reason.',
    });
    expect(checkTransition(workItemRow({ status: 'waiting_human' }), 'claim', 'in_flight')).toMatchObject({
      message: 'W-12 “Fix the login redirect” is waiting for a person and cannot be claimed.',
      hint: 'A person must answer its question first.',
    });
    expect(checkTransition(workItemRow(), 'release', 'pending')?.message).toEqual(
      'W-12 “Fix the login redirect” is pending and cannot be released.',
    );
    expect(checkTransition(workItemRow(), 'claim', 'in_flight')).toBeUndefined();
  });
});

describe('tokens', () => {
  it('lets the current one and none pass', () => {
    expect(checkToken(held, 3)).toBeUndefined();
    expect(checkToken(held, undefined)).toBeUndefined();
  });

  it('refuses an older one and names who has claimed since', () => {
    expect(checkToken(held, 2)).toMatchObject({
      code: 'stale',
      message:
        'Token 2 is not valid for W-12 “Fix the login redirect”: it has since been claimed again by codex (token 3).',
    });
  });

  it('refuses one that was never given', () => {
    expect(checkToken(held, 4)).toMatchObject({
      code: 'stale',
      message: 'Token 4 is not valid for W-12 “Fix the login redirect”: its current token is 3.',
    });
  });
});

describe('holders', () => {
  it('lets the holder and a person act on a claimed item, and nobody else', () => {
    expect(checkHolder(held, codex, 'resolve')).toBeUndefined();
    expect(checkHolder(held, ada, 'resolve')).toBeUndefined();
    expect(checkHolder(held, claude, 'resolve')).toMatchObject({
      code: 'conflict',
      message: 'W-12 “Fix the login redirect” is held by codex and cannot be resolved by claude.',
    });
  });

  it('lets anyone resolve what nobody holds', () => {
    expect(checkHolder(workItemRow(), claude, 'resolve')).toBeUndefined();
    expect(
      checkHolder(workItemRow({ status: 'waiting_human', question: 'Which?' }), claude, 'resolve'),
    ).toBeUndefined();
  });
});

describe('claiming by id', () => {
  it('is refused while another holds it, with the holder and the end of the lease', () => {
    expect(checkClaim(held, [], attempt(claude))).toMatchObject({
      code: 'conflict',
      message: 'W-12 “Fix the login redirect” is held by codex until 2026-11-02T10:01:00.000Z.',
      details: { owner: 'codex', token: 3 },
    });
  });

  it('is refused to the holder too, unless reassigned', () => {
    const ownName = checkClaim(held, [], attempt(codex));
    expect(say(ownName?.message ?? '')).toContain('is held by codex (also your name) until ');
    expect(ownName?.hint).toEqual('Claim the next item instead. If this claim is your own, resume it with reassign.');
    expect(checkClaim(held, [], attempt(codex, true))).toBeUndefined();
    expect(checkClaim(held, [], attempt(claude, true))).toMatchObject({
      code: 'not_allowed',
      message: 'Only a person can take W-12 “Fix the login redirect” from codex.',
    });
    expect(checkClaim(held, [], attempt({ role: 'human', name: 'Ada' }, true))).toBeUndefined();
  });

  it('is refused for ever while a person holds it', () => {
    const persons = workItemRow({ status: 'in_flight', owner: 'Ada', owner_role: 'human', token: 1 });
    expect(checkClaim(persons, [], { ...attempt(codex), now: now + 1e10 })?.message).toEqual(
      'W-12 “Fix the login redirect” is held by Ada with no time limit.',
    );
  });

  it('is let through when the lease expired', () => {
    expect(checkClaim(held, [], { ...attempt(claude), now: now + 60_000 })).toBeUndefined();
  });

  it('names what blocks it', () => {
    const blocked = workItemRow({ open_dependencies: 4 });
    const refusal = checkClaim(
      blocked,
      [
        dependencyRow(1, 'done'),
        dependencyRow(2, 'failed', 'Build'),
        dependencyRow(3, 'pending', 'Test'),
        dependencyRow(4, 'in_flight', 'Sign'),
        dependencyRow(5, 'pending', 'Ship'),
      ],
      attempt(codex),
    );
    expect(refusal).toMatchObject({
      code: 'transition_not_allowed',
      message:
        'W-12 “Fix the login redirect” is blocked by W-2 “Build” (failed), W-3 “Test” (pending), W-4 “Sign” (in progress) and 1 more.',
      details: { blockedBy: ['W-2', 'W-3', 'W-4', 'W-5'] },
    });
  });

  it('names the time before which it may not start, reassigned or not', () => {
    const scheduled = workItemRow({ not_before: now + 1 });
    expect(checkClaim(scheduled, [], attempt(codex, true))?.message).toEqual(
      'W-12 “Fix the login redirect” is scheduled and will not be ready before 2026-11-02T10:00:00.001Z.',
    );
    expect(checkClaim(scheduled, [], { ...attempt(codex), now: now + 1 })).toBeUndefined();
  });
});
