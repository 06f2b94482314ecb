import { describe, expect, it } from 'vitest';
import { answer, makeRepository, missingTerminal, run, runOnTerminal, writeIn } from './cliRig.js';

const introducer = '\u001b';

describe.skipIf(missingTerminal !== undefined)(`on a terminal${missingTerminal ? ` (${missingTerminal})` : ''}`, () => {
  it('takes who sits there for a person, by the name that git knows, without a lease', async () => {
    const cwd = makeRepository();
    const { code, stdout } = await runOnTerminal(['queue', 'add', 'Mine', '--no-color'], { cwd });
    expect([code, stdout]).toEqual([0, 'Added W-1 Mine (ready).\n']);
    await runOnTerminal(['queue', 'claim', 'W-1'], { cwd });
    expect(await answer(['queue', 'show', 'W-1'], { cwd })).toMatchObject({
      item: { owner: 'Ann', ownerRole: 'human', queuedBy: 'Ann', leaseUntil: null },
    });
    await runOnTerminal(['queue', 'resolve', 'W-1', '--status', 'done'], { cwd });
    expect(await answer(['events', 'tail', '--limit', '1'], { cwd })).toMatchObject({
      events: [{ type: 'work_item_resolved', actor: 'Ann', role: 'human' }],
    });
  });

  it('takes an agent for an agent there too, and whoever pipes everything for one', async () => {
    const cwd = makeRepository();
    await runOnTerminal(['queue', 'add', 'One'], {
      cwd,
      env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'abc-123456' },
    });
    await run(['queue', 'add', 'Two'], { cwd });
    const refused = await runOnTerminal(['queue', 'advance', 'W-1', '--answer', 'x'], { cwd, env: { CODEX_CI: '1' } });
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('Not allowed for an agent.');
    const { events } = await answer(['events', 'tail'], { cwd });
    expect(events).toMatchObject([
      { actor: 'Ann', role: 'agent' },
      { actor: 'claude-code-123456', role: 'agent', harness: 'claude-code', session: 'abc-123456' },
    ]);
  });

  it('fits tables to its width, with colours and times as seen from now', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', `A title that is ${'very '.repeat(20)}long`, '--label', 'ci'], { cwd });
    const { stdout } = await runOnTerminal(['queue', 'list'], { cwd, columns: 60 });
    expect(stdout).toContain(`${introducer}[36mW-1${introducer}[39m`);
    const plain = stdout
      .replaceAll(new RegExp(`${introducer}\\[\\d+m`, 'g'), '')
      .trimEnd()
      .split('\n');
    expect(plain).toHaveLength(2);
    for (const line of plain) expect(line.length).toBeLessThanOrEqual(60);
    expect(plain[1]).toMatch(/^W-1 {2}2 {2}ready {2}A title that is very .*… +ci +(now|\d+ s ago)$/);
  });

  it('lists what is open first, as it is claimed; programs get the newest change first', async () => {
    const cwd = makeRepository();
    for (const title of ['Later', 'Done', 'Next']) await answer(['queue', 'add', title], { cwd });
    await answer(['queue', 'reprioritise', 'W-3', '--priority', '0'], { cwd });
    await answer(['queue', 'resolve', 'W-2', '--status', 'done'], { cwd });
    const { stdout } = await runOnTerminal(['queue', 'list', '--no-color'], { cwd });
    expect(
      stdout.match(/^(id|W-\d).*$/gm)?.map(line => line.split(/ {2,}/).at(line.startsWith('id') ? -1 : 3)),
    ).toEqual([expect.stringMatching(/^details\s*$/), 'Next', 'Later', 'Done']);
    expect(await answer(['queue', 'list'], { cwd })).toMatchObject({
      items: [{ title: 'Done' }, { title: 'Next' }, { title: 'Later' }],
    });
  });

  it.each<[string, string[], Record<string, string>]>([
    ['NO_COLOR', [], { NO_COLOR: '1' }],
    ['--no-color', ['--no-color'], {}],
    ['TERM=dumb', [], { TERM: 'dumb' }],
  ])('shows no colours with %s', async (_, args, env) => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'T'], { cwd });
    const { stdout } = await runOnTerminal(['status', ...args], { cwd, env });
    expect(stdout).toContain('W-1');
    expect(stdout).not.toContain(introducer);
  });

  it('shows a bar while it imports, and nothing of it afterwards or with --quiet', async () => {
    const cwd = makeRepository();
    const lines = Array.from({ length: 3000 }, (_, index) => JSON.stringify({ title: `Item ${index}` }));
    writeIn(cwd, 'items.jsonl', lines.join('\n'));
    const { code, stdout } = await runOnTerminal(['queue', 'add', '--from-file', 'items.jsonl'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\d+ % of 3,000/);
    expect(stdout.slice(stdout.lastIndexOf(`${introducer}[2K`))).toBe(
      `${introducer}[2KAdded 3,000 work items (W-1 to W-3000).\n`,
    );
    const quiet = await runOnTerminal(['queue', 'add', '--from-file', 'items.jsonl', '--quiet'], { cwd });
    expect([quiet.code, quiet.stdout]).toEqual([0, '']);
  });

  it('shows its own colours alone, and what a program prints without its effects', async () => {
    const cwd = makeRepository();
    const title = `\u{202e}T${introducer}[31m${introducer}[2J\u009b2J\u{e0041}`;
    await answer(['queue', 'add', 'T', '--notes', title], { cwd });
    const page = await runOnTerminal(['queue', 'show', 'W-1'], { cwd });
    expect(page.stdout).toContain(
      `${introducer}[2mnotes     ${introducer}[22m\\u202eT\\x1b[31m\\x1b[2J\\x9b2J\\u{e0041}\n`,
    );
    const json = await runOnTerminal(['queue', 'show', 'W-1', '--json'], { cwd });
    expect(json.stdout).toContain('"notes":"\\u202eT\\u001b[31m\\u001b[2J\\u009b2J\\udb40\\udc41"');
    expect(JSON.parse(json.stdout)).toMatchObject({ data: { item: { notes: title } } });
    const printing = ['evidence', 'run', '--', 'printf', `a\\tb\\r\\n${introducer}[2Jc\\n`];
    const ran = await runOnTerminal(printing, { cwd });
    expect(ran.stdout).toContain('a  b\n\\x1b[2Jc\n');
    const piped = await run(printing, { cwd });
    expect(piped.stdout).toBe(`a\tb\r\n${introducer}[2Jc\n`);
  });

  it('shows help as wide as it is', async () => {
    const cwd = makeRepository();
    const { stdout } = await runOnTerminal(['queue', '--help', '--no-color'], { cwd, columns: 50 });
    for (const line of stdout.split('\n').filter(text => !text.includes('stateroom '))) {
      expect(line.length).toBeLessThanOrEqual(50);
    }
  });
});
