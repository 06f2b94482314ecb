import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';

const run = promisify(execFile);

/** What the palette offers, by what there has to be; `writing` is what Restricted Mode takes from it. */
const anywhere = {
  reading: ['Connect an Agent…', 'Open Walkthrough', 'Report an Issue…', 'Show Log', 'Show Needs You'],
  writing: ['Create Sample Repository…', 'Play Demo', 'Remove Sample Repository'],
};
const folder = { reading: ['Context…', 'Open Dashboard'], writing: [] };
const repository = {
  reading: ['Show Status', 'Show Store Location'],
  writing: [
    ...['Add Work Item', 'Adopt Worktree', 'Branch Lifecycle…', 'Branch Review…', 'Import Findings', 'Import Task'],
    ...['Import Work Items', 'Install Git Hooks', 'Record Finding', 'Record Several Findings', 'Restore Store'],
    ...['Review Repository Commands…', 'Revoke Trust in Repository Commands', 'Scope…', 'Show Git Hooks'],
    ...['Spawn Worker', 'Start Task', 'Trust Repository Commands…'],
  ],
};
const noStore = { reading: [], writing: ['Create Store'] };
const store = {
  reading: [
    ...['Check Store', 'Copy Link', 'Load Session', 'Mark Changes as Seen', 'Query Store', 'Refresh Findings'],
    ...['Refresh Lanes', 'Refresh Now', 'Refresh Queue', 'Show Latest Events'],
  ],
  writing: [
    ...['Append Event', 'Back Up Store', 'Check All Gates', 'Check Gate', 'Compact Store', 'Export Store'],
    ...['Record External Evidence', 'Record Verdict', 'Repair Lanes', 'Request Changes on Branch or Document'],
    ...['Run Command as Evidence', 'Set Up Compaction', 'Start Review', 'Uninstall Git Hooks'],
  ],
};
const items = {
  reading: [
    ...['Copy Work Item Reference', 'Filter Queue…', 'List Work Items', 'Reveal Work Item in Queue'],
    ...['Show Ready Work Items', 'Show Work Item', 'Show Work to Resume'],
  ],
  writing: [
    ...['Add Dependency', 'Annotate Work Item', 'Ask a Person', 'Claim Next Work Item', 'Claim Work Item'],
    ...['Edit Work Item', 'Mark Work Item as Done', 'Move Work Item Down', 'Move Work Item Up', 'Reopen Work Item'],
    ...['Move Work Item to Top of Ready', 'Release Work Item', 'Remove Dependency', 'Reprioritise Work Item'],
    ...['Resolve Work Item'],
  ],
};
const inFlight = { reading: [], writing: ['Take Over Work Item'] };
const needsYou = { reading: [], writing: ['Answer Work Item'] };
const task = {
  reading: [
    ...['Choose Task…', 'List Tasks', 'List Touched Files', 'Open Task Worktree', 'Show Latest Compaction'],
    ...['Show Review Coverage', 'Show Task', 'Show Task of This Worktree', 'Open Plan'],
  ],
  writing: [
    ...['Add Blocker', 'Add Next Action', 'Archive Task', 'Export Task', 'Finish Task', 'Hand Off…'],
    ...['Incremental Implementation…', 'Record Decision', 'Register Plan', 'Render Current Task', 'Restore Task'],
    ...['Start Slice', 'Switch Task', 'Test-Driven Development…', 'Update Task'],
  ],
};
const ofTask = {
  reading: [
    ...['List Blockers', 'List Decisions', 'List Evidence', 'List Next Actions', 'List Plan Cursors', 'List Plans'],
    ...['List Reviews', 'List Slices', 'Show Evidence', 'Show Plan', 'Show Review Packet'],
  ],
  writing: [
    ...['Accept Plan', 'Analyze Plan…', 'Attest Plan Item', 'Close Slice', 'Commit Slice'],
    ...[
      'Complete Next Action',
      'Dispatch Plan Item',
      'Find Gaps in Plan',
      'Move Plan Cursor',
      'Planning Review…',
      'Resolve Blocker',
    ],
    ...['Skip Next Action', 'Update Plan Checklist', 'Update Next Action'],
  ],
};
const findings = {
  reading: [
    ...['Copy Finding Reference', 'Filter Findings…', 'Group Findings by File', 'Group Findings by Review Run'],
    ...['Group Findings by Severity', 'List Findings', 'Open Finding at Line', 'Show Finding'],
  ],
  writing: [
    ...[
      'Ask Agent to Fix Finding…',
      'Defer Finding',
      'Export Findings',
      'Fix Findings…',
      'Create Work Item From Finding',
    ],
    ...['Mark Finding Fixed', 'Mark Finding Integrated', 'Merge Findings of Tasks', 'Prove Finding', 'Reopen Finding'],
    ...['Mark as Won’t Fix', 'Supersede Finding'],
  ],
};
const lanes = {
  reading: ['Copy Branch Name', 'Reveal Lane', 'Show Lane', 'Show Messages…', 'Show Reports…'],
  writing: [
    ...['Acknowledge Report', 'Answer Question…', 'Approve Work', 'Cancel Worker', 'Clean Lane', 'Close Lane'],
    ...['Merge Work', 'Open Lane Terminal', 'Open Lane in New Window', 'Prepare Merge Repair'],
    ...['Request Changes…', 'Restore Lane', 'Retry Worker', 'Send Message', 'Show Lane Changes'],
    ...['Show Backups…', 'Start Agent in Lane…', 'Update Lane'],
  ],
};

type Group = typeof anywhere;

const both = (...groups: Group[]) => groups.flatMap(({ reading, writing }) => [...reading, ...writing]).sort();
const readingOf = (...groups: Group[]) => groups.flatMap(({ reading }) => reading).sort();

/** A record of each kind, and a work item in each state that a command is about. */
async function fill(path: string): Promise<void> {
  const cli = (...words: string[]) => mustRunCli(path, 'Ada', words);
  await mkdir(join(path, '.stateroom', 'plans'), { recursive: true });
  await writeFile(join(path, '.stateroom', 'plans', 'limits.md'), '# Limits\n\n- [ ] Count logins\n');
  await run('git', ['add', '.'], { cwd: path });
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  await run('git', [...who, 'commit', '--quiet', '--message=Plan'], { cwd: path });
  for (const [title, verb, ...more] of [
    ['Ask me', 'ask', '--question', 'Red or blue?'],
    ['Do me', 'claim'],
    ['Leave me', 'show'],
  ] as const) {
    const { item } = await mustRunCli<{ item: { ref: string } }>(path, 'Ada', ['queue', 'add', title]);
    if (verb === 'ask') await cli('queue', 'claim', item.ref);
    await cli('queue', verb, item.ref, ...more);
  }
  await cli('task', 'start', 'Limit logins', '--ref', 'limits-9', '--here');
  await cli('plan', 'register', 'limits');
  await cli('slice', 'start', 'Count them');
  await cli('decision', 'record', 'ada_choice_limits-9_one_bucket', 'One bucket, because it is simpler');
  await cli('blocker', 'add', 'No key');
  await cli('action', 'add', 'Ask for the key');
  await cli('evidence', 'record', 'npm test', '--exit-code', '0');
  await cli('review', 'start');
  await cli('finding', 'record', '--severity', 'low', '--path', 'README.md', '--text', 'It says little');
  await cli('worker', 'spawn', 'login', '--no-fetch');
  await cli('report', 'submit', 'blocked', 'No key', '--lane', 'login', '--blockers', 'Ask Ada');
}

describe('the palette offers what can be done', () => {
  let home: string;
  let path: string;
  let opened: OpenWorkbench;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'stateroom-palette-'));
    path = home;
    opened = await openWorkbench({ repo: path });
  });

  afterAll(async () => {
    await opened?.close();
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  /** Of Stateroom itself: to its views the editor goes by commands that it makes. */
  const offered = async (workbench = opened.workbench): Promise<string[]> =>
    (await workbench.ownCommands()).filter(title => !/^Focus on \w+ View$/.test(title));

  const offers = (titles: string[]) => expect.poll(() => offered(), { timeout: 60_000 }).toEqual(titles);

  it('in a folder without git', async () => {
    await offers(both(anywhere, folder));
  });

  it('in a repository without a store, as soon as it is made', async () => {
    await run('git', ['init', '--quiet', '--initial-branch=main'], { cwd: path });
    await offers(both(anywhere, folder, repository, noStore));
  });

  it('in one without a task, once there is a work item', async () => {
    await opened.workbench.runCommand('Stateroom: Add Work Item');
    await opened.workbench.quickInput.answer('Limit the logins');
    await offers(both(anywhere, folder, repository, store, items));
  });

  it('in one that has everything', async () => {
    await fill(path);
    const all = both(anywhere, folder, repository, store, items, inFlight, needsYou, task, ofTask, findings, lanes);
    await offers(all);
  });
});

describe('the palette in Restricted Mode', () => {
  let repo: ScratchRepository;
  let opened: OpenWorkbench;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repo = await makeScratchRepository('shop');
    await fill(repo.path);
    opened = await openWorkbench({ repo: repo.path, trust: false });
  });

  afterAll(async () => {
    await opened?.close();
    await repo?.remove();
  });

  it('offers what reads, and nothing that writes, runs or asks git', async () => {
    const all = readingOf(anywhere, folder, repository, store, items, task, ofTask, findings, lanes);
    const own = async () => (await opened.workbench.ownCommands()).filter(title => !/^Focus on \w+ View$/.test(title));
    await expect.poll(own, { timeout: 60_000 }).toEqual(all);
  });
});
