import { chores, findings, items, merged, rounds } from './historyTables.js';
import type { Files } from './shop.js';
import { changes, mended, plan, rationale, refund, refundOnceTest, refundTest } from './shopChanges.js';

/** A step at a moment (see `momentsBefore`): a call of the program, or files to write or commit. */
export interface Step {
  readonly at: string;
  readonly by: string;
  /** Lane or task in whose worktree it is done; default: the main one. */
  readonly tree: string | undefined;
  readonly words?: readonly string[];
  readonly input?: string;
  /** Set if it may be refused, as without Node.js on the PATH. */
  readonly isOptional?: true;
  readonly files?: Files;
  /** Commit message; without one, files stay uncommitted. */
  readonly message?: string | undefined;
}

/** Program and model of each agent; all other actors are people. */
export const agents: Readonly<Record<string, readonly [string, string]>> = {
  'claude-7d': ['claude-code', 'claude-opus-4-5'],
  'codex-4f': ['codex', 'gpt-5.2-codex'],
  'gemini-b3': ['gemini', 'gemini-3-pro'],
  'copilot-90': ['copilot', 'claude-sonnet-4-5'],
};

const rows = (table: string): string[][] => table.split('\n').map(row => row.split('|'));

/** Returns the steps of the three weeks; they happen in the order of their moments. */
export function history(): readonly Step[] {
  const steps: Step[] = [];
  /** `by` may name a worktree: `codex-4f@low-stock`. */
  const add = (at: string, by: string, step: Omit<Step, 'at' | 'by' | 'tree'>): void => {
    const [name = '', tree] = by.split('@');
    steps.push({ at, by: name, tree, ...step });
  };
  const call = (at: string, by: string, words: string, ...texts: string[]): void =>
    add(at, by, { words: [...words.split(' '), ...texts] });
  const write = (at: string, by: string, files: Files, message?: string): void => add(at, by, { files, message });
  const open = (id: string, who: string, at: string): void => {
    call(at, who, `worker spawn id:${id} --no-fetch --agent ${agents[who]?.[0]} --model ${agents[who]?.[1]}`);
    call(at, `${who}@${id}`, 'worker start --every 3600');
  };
  const report = (at: string, by: string): void =>
    call(at, by, 'evidence record --exit-code 0 --commit HEAD --result', 'all passed', 'node --test');
  const submit = (id: string, who: string, at: string, files: Files, message: string, finding?: string): void => {
    write(at, `${who}@${id}`, files, message);
    if (finding !== undefined) call(at, `${who}@${id}`, `finding fix id:${finding}`);
    report(at, `${who}@${id}`);
    // A rebase would ask for another run.
    call(at, `${who}@${id}`, 'worker done --no-fetch --skip-rebase');
  };
  /** `line` is a part of the line that the finding is about. */
  const find = (
    at: string,
    by: string,
    of: string,
    ...[id, severity, path, line, text = '', fix = '']: string[]
  ): void =>
    call(
      at,
      by,
      `finding record ${of} --id ${id} --severity ${severity} --path ${path} --line`,
      ...[`~${line}`, '--text', text],
      ...(fix === '' ? [] : ['--fix', fix]),
    );

  write(
    '0 09:00',
    'Robin',
    // Node.js may not be on the PATH: most runs of the past are only reported.
    { '.stateroom/config.json': '{\n  "gate": { "commands": ["node --test"], "minimumGrade": "reported" }\n}\n' },
    'Test before a merge',
  );
  for (const [id, kind, priority, label, at = '', title = '', more = ''] of rows(items)) {
    const flags = `--id ${id} --kind ${kind} --priority ${priority} --label ${label} ${more}`.trim();
    call(at, 'Robin', `queue add ${flags}`, title);
  }
  for (const [id, who = '', from = '', to = '', status] of rows(chores)) {
    call(from, who, `queue claim id:${id}`);
    call(to, who, `queue resolve id:${id} --status ${status}`);
  }
  for (const [id = '', who = '', from = '', at = '', to = '', by = '', message = ''] of rows(merged)) {
    open(id, who, from);
    submit(id, who, at, changes[id] ?? {}, message);
    call(to, by, `worker approve ${id}`);
    call(to, by, `worker merge ${id}`);
  }
  for (const [at = '', later = '', by = '', lane = '', who = '', ...finding] of rows(rounds)) {
    find(at, `${by}@${lane}`, '--repository', ...finding);
    call(at, 'Sam', `worker request-changes ${lane} --message`, finding[4] ?? '');
    submit(lane, who, later, mended[lane] ?? {}, finding[5] ?? '', finding[0]);
  }
  for (const [at = '', by = '', ...finding] of rows(findings)) find(at, by, '--repository', ...finding);

  // Outcomes of the findings.
  call('3 16:00', 'Robin', 'finding wontfix id:empty-query --note', 'The page shows all products then');
  call('4 09:50', 'Robin', 'finding defer id:unknown-country --note', 'Waits for shipping to other countries');
  call('6 12:36', 'codex-4f@escape-names', 'finding fix id:name-html');
  call('8 11:00', 'Sam', 'finding reopen id:code-twice --reason', 'In two tabs it still can be used twice');
  call('10 16:10', 'Robin', 'finding work-item id:lost-number --label order');
  call('9 09:20', 'Robin', 'queue resolve id:gift-wrap --status cancelled');
  call('1 15:20', 'claude-7d', 'message send --to reserve-stock', 'totalOf rounds now: do not round yourself');
  call('3 13:20', 'gemini-b3', 'queue ask id:search-speed --question', 'Are 10,000 products enough?');
  call('3 14:05', 'Robin', 'queue advance id:search-speed --to in_flight --answer', 'Yes, we have 2,000');
  call('13 10:00', 'copilot-90', 'queue claim id:shipping-countries');
  call('13 10:20', 'copilot-90', 'queue ask id:shipping-countries --question', 'Which countries come first?');
  call('14 11:00', 'claude-7d', 'queue claim id:card-digits');
  call('14 11:10', 'claude-7d', 'queue ask id:card-digits --question', 'May the last four digits be stored?');

  // In conflict: main changed the same lines meanwhile.
  open('saved-cart', 'gemini-b3', '10 11:00');
  write('13 16:20', 'gemini-b3@saved-cart', changes['saved-cart'] ?? {}, 'Merge the saved cart into the new one');
  report('-96', 'gemini-b3@saved-cart');
  call('-95', 'gemini-b3@saved-cart', 'worker done --no-fetch');
  call('-94', 'gemini-b3@saved-cart', 'worker heartbeat');

  // Approved.
  open('price-filter', 'codex-4f', '12 10:20');
  write('13 14:30', 'codex-4f@price-filter', changes['price-filter'] ?? {}, 'Filter by the lowest and highest price');
  call('13 14:40', 'codex-4f@price-filter', 'evidence run -- node --test');
  call('13 14:45', 'codex-4f@price-filter', 'worker done --no-fetch');
  call('-140', 'Sam', 'worker approve price-filter');

  // In review.
  open('guest-checkout', 'claude-7d', '12 13:10');
  write('13 11:50', 'claude-7d@guest-checkout', changes['guest-checkout'] ?? {}, 'Check out with an address alone');
  write('14 09:10', 'claude-7d@guest-checkout', mended['guest-checkout'] ?? {}, 'Greet guests in their mail');
  call('14 09:15', 'claude-7d@guest-checkout', 'evidence run -- node --test');
  call('14 09:25', 'claude-7d@guest-checkout', 'worker done --no-fetch');
  call('-180', 'Robin', 'finding reply id:guest-name --text', 'Is there a language of the page to take?');

  // Planned.
  call('14 16:45', 'Robin', 'worker spawn id:invoice --after guest-checkout --no-fetch --agent claude-code');

  // In progress.
  open('low-stock', 'copilot-90', '-150');
  write('-70', 'copilot-90@low-stock', changes['low-stock'] ?? {}, 'List products that run low');
  call(
    '-65',
    'copilot-90@low-stock',
    'report submit --lane low-stock partial',
    'The list is there, no mail is sent yet',
  );
  write('-20', 'copilot-90@low-stock', mended['low-stock'] ?? {});
  call('-4', 'copilot-90@low-stock', 'worker heartbeat');

  // A task, which its gates refuse.
  write('9 14:10', 'Robin', { '.stateroom/plans/refunds.md': plan }, 'Plan refunds');
  const claude = 'claude-7d@refunds-1';
  call(
    '11 10:00',
    'claude-7d',
    'task start --ref refunds-1 --plan refunds --work-item id:refunds',
    'Refund part of an order',
  );
  call('11 10:20', claude, 'decision record claude_choice_refunds-1_cents', 'Refunds are in cents, as prices are');
  write('11 10:40', claude, { 'test/refund.test.js': refundTest });
  call('11 10:45', claude, 'slice start --test', 'node --test', 'Compute what is refunded');
  write('11 15:00', claude, { 'src/refund.js': refund });
  call('11 15:10', claude, 'slice commit --untracked');
  call('11 15:20', claude, 'evidence run -- node --test');
  add('11 15:30', claude, { words: ['slice', 'close', '--rationale', '-'], input: rationale, isOptional: true });
  call('11 15:40', claude, 'blocker add', 'There is no test account of the bank');
  call('12 09:30', 'Robin', 'blocker resolve B-1 --resolution', 'It is in the team’s safe');
  call(
    '13 09:20',
    claude,
    'decision record claude_choice_refunds-1_pieces',
    'Pieces are refunded, not amounts: stock comes back with them',
  );
  call('14 09:30', 'codex-4f@refunds-1', 'review start');
  find(
    '14 09:40',
    'codex-4f@refunds-1',
    '--run V-1',
    'refund-twice',
    'high',
    'src/refund.js',
    'return',
    'The same piece can be refunded twice',
    'Remember what was refunded',
  );
  call('14 09:55', 'codex-4f@refunds-1', 'review record fail --run V-1 --covered src/refund.js');
  call('14 10:20', claude, 'evidence run -- node --test');
  write('14 10:30', claude, { 'test/refundOnce.test.js': refundOnceTest });
  add('14 10:35', claude, {
    words: ['slice', 'start', '--test', 'node --test', 'Refund each piece once'],
    isOptional: true,
  });
  call('14 16:50', claude, 'action add', 'Ask the bank about refunds after 90 days');
  call('14 16:55', claude, 'blocker add', 'The bank answers only on working days');
  return steps;
}
