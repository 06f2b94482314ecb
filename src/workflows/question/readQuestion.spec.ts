import { describe, expect, it } from 'vitest';
import type { Question } from './question.js';
import { questionSchema } from './question.js';
import { readQuestion } from './readQuestion.js';

/** A Wednesday. */
const now = new Date(2026, 10, 4, 15, 30).getTime();

const next: Question = { about: 'next' };
const needs: Question = { about: 'needs' };
const working: Question = { about: 'working' };
const standing: Question = { about: 'standing' };
const owner = (path: string): Question => ({ about: 'owner', path });
const since = (text: string): Question => ({ about: 'changes', since: text });

describe('a question in words', () => {
  it.each<[string, Question]>([
    ['what should I do next?', next],
    ['What shall I do first?', next],
    ["what's next", next],
    ['What is the next step?', next],
    ['where do I start?', next],
    ['Was soll ich als Nächstes tun?', next],
    ['was ist als nächstes dran?', next],
    ['Wie geht es weiter?', next],
    ['womit soll ich anfangen?', next],

    ['what needs me?', needs],
    ['Does anything need my attention?', needs],
    ['what is waiting for me', needs],
    ['Was wartet auf mich?', needs],
    ['was braucht mich?', needs],
    ['offene Fragen?', needs],

    ['who works on what?', working],
    ['Who is doing what?', working],
    ['what are the agents doing', working],
    ['Wer arbeitet woran?', working],
    ['wer macht was', working],
    ['was ist gerade in Arbeit?', working],

    ['where do we stand?', standing],
    ['Wie ist der Stand?', standing],
    ['status', standing],

    ['who owns src/api?', owner('src/api')],
    ['Who owns `src/login/**`, please?', owner('src/login/**')],
    ['may I edit README.md?', owner('README.md')],
    ['who is responsible for .github/workflows/ci.yml?', owner('.github/workflows/ci.yml')],
    ['who owns docs?', owner('docs')],
    ['Wem gehört src/api?', owner('src/api')],
    ['Wem gehoert src/api?', owner('src/api')],
    ['Wem gehört Überblick?', owner('überblick')],
    ['Darf ich package.json ändern?', owner('package.json')],
    ['wer ist für src/store/ zuständig', owner('src/store/')],

    ["why can't I push?", { about: 'blocked', act: 'push' }],
    ['Why can’t I push/merge?', { about: 'blocked', act: 'push' }],
    ['why was my commit refused?', { about: 'blocked', act: 'commit' }],
    ['What keeps us from merging this?', { about: 'blocked', act: 'merge' }],
    ["why can't I close T-3?", { about: 'blocked', act: 'close', task: 'T-3' }],
    ['can I push?', { about: 'blocked', act: 'push' }],
    ['Why is the plan not accepted?', { about: 'blocked', act: 'accept' }],
    ['Warum kann ich nicht pushen?', { about: 'blocked', act: 'push' }],
    ['wieso wurde der Commit abgelehnt?', { about: 'blocked', act: 'commit' }],
    ['Kann ich mergen?', { about: 'blocked', act: 'merge' }],
    ['was hindert mich, T-2 abzuschließen oder zu schließen?', { about: 'blocked', act: 'close', task: 'T-2' }],

    ['what changed since yesterday?', since('yesterday')],
    ['What has changed in the last 2 hours?', since('-2h')],
    ['what happened this morning?', since('today')],
    ['what changed since Monday?', since('2026-11-02')],
    ['what changed since Wednesday?', since('2026-10-28')],
    ['what has changed since 2026-11-01?', since('2026-11-01')],
    ['what did I miss?', since('-1d')],
    ['what changed last week', since('-1w')],
    ['Was hat sich seit gestern geändert?', since('yesterday')],
    ['was ist in den letzten 3 Tagen passiert?', since('-3d')],
    ['Was gibt es Neues seit Freitag?', since('2026-10-30')],
    ['Was habe ich verpasst?', since('-1d')],

    ['status of W-12', { about: 'records', refs: ['W-12'] }],
    ['what about w-12, W-12 and T-4?', { about: 'records', refs: ['W-12', 'T-4'] }],
    ['Was ist mit L-2 und F-7?', { about: 'records', refs: ['L-2', 'F-7'] }],
    ['how do I fix F-7?', { about: 'records', refs: ['F-7'] }],

    ['findings in src/api', { about: 'findings', path: 'src/api' }],
    ['which findings are open?', { about: 'findings' }],
    ['Are there any open findings in src/close.ts?', { about: 'findings', path: 'src/close.ts' }],
    ['which findings has T-3?', { about: 'findings', task: 'T-3' }],
    ['Welche Befunde gibt es in src/api?', { about: 'findings', path: 'src/api' }],
    ['offene Befunde', { about: 'findings' }],
  ])('%s', (text, expected) => {
    const question = readQuestion(text, now);
    expect(question).toEqual(expected);
    expect(questionSchema.parse(question)).toEqual(expected);
  });

  it.each([
    '',
    'we should probably add rate limiting',
    'what should I do about the login?',
    'how do I record a finding?',
    'who wrote this poem?',
    'who owns this?',
    'why is the sky blue?',
    'why not use Rust?',
    'please rename src/api to src/http',
    'explain src/api/limit.ts',
    'see https://example.com/next/step',
    'XW-4 is no reference, nor is W-0',
    'push it to the limit',
    'warum ist das so langsam?',
    'Was bedeutet ein Befund?',
    'benenne src/api um',
    'changes and/or more',
    `what should I do next? ${'and then '.repeat(40)}`,
  ])('is not guessed: %s', text => {
    expect(readQuestion(text, now)).toBeUndefined();
  });
});
