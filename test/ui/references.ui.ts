import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';

const notes = `# Notes

Today W-1 and then W-2; W-99 is not there.

    W-1 in code

See \`W-1\` too.
`;

describe('references to work items in a Markdown document', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  keepPictureOfFailures(() => opened);

  const editorText = () => opened.workbench.page.locator('.part.editor .editor-instance .view-lines');
  /** The texts that are links, in the order of the lines. */
  const links = () => editorText().locator('.detected-link').allTextContents();
  const word = (text: string) => editorText().locator('.detected-link', { hasText: text }).first();

  beforeAll(async () => {
    repository = await makeScratchRepository('notes');
    await repository.write('notes.md', notes);
    await mustRunCli(repository.path, 'codex', ['queue', 'add', 'Fix *the* login', '--priority', '0']);
    await mustRunCli(repository.path, 'codex', ['queue', 'add', 'Write it down']);
    await mustRunCli(repository.path, 'codex', ['queue', 'claim', 'W-1']);
    opened = await openWorkbench({ repo: repository.path });
    const { page, quickInput } = opened.workbench;
    await page.keyboard.press('ControlOrMeta+P');
    await quickInput.waitFor();
    await quickInput.type('notes.md');
    await quickInput.rows().first().waitFor();
    await quickInput.accept();
    await word('W-1').waitFor();
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  it('links those in the text that exist, and no others', async () => {
    expect(await links()).toEqual(['W-1', 'W-2']);
  });

  it('says in a hover what it is, where it stands and with whom', async () => {
    await word('W-1').hover();
    const hover = opened.workbench.page.locator('.monaco-hover', { hasText: 'Fix *the* login' });
    await hover.waitFor();
    expect(await hover.innerText()).toMatch(
      /W-1 Fix \*the\* login\s+In progress, claimed by codex, lease expires in 1[0-5] min · priority 0/,
    );
    await opened.workbench.screenshot('references-hover');
    await opened.workbench.page.keyboard.press('Escape');
    await hover.waitFor({ state: 'hidden' });
  });

  it('opens the work item when the link is clicked', async () => {
    const { page } = opened.workbench;
    // The link is drawn again while the key is down: the place is clicked, not the element.
    const box = await word('W-1').boundingBox();
    await page.keyboard.down('ControlOrMeta');
    await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 8);
    await page.keyboard.up('ControlOrMeta');
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'W-1' }).waitFor();
    await opened.workbench.page.locator('.part.editor .tab', { hasText: 'notes.md' }).click();
  });

  it('links a number as soon as its work item is there and the document changes', async () => {
    const lines = Array.from({ length: 97 }, (_, index) => JSON.stringify({ title: `Item ${index + 3}` })).join('\n');
    await mustRunCli(repository.path, 'codex', ['queue', 'add', '--from-file', '-'], lines);
    const { page } = opened.workbench;
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('More of it.');
    await word('W-99').waitFor();
    expect(await links()).toEqual(['W-1', 'W-2', 'W-99']);
  });

  it('is marked by the grammar', async () => {
    const { page } = opened.workbench;
    await page.keyboard.press('ControlOrMeta+Home');
    for (let line = 0; line < 2; line += 1) await page.keyboard.press('ArrowDown');
    for (let column = 0; column < 7; column += 1) await page.keyboard.press('ArrowRight');
    await opened.workbench.runCommand('Developer: Inspect Editor Tokens and Scopes');
    const inspected = page.locator('.token-inspect-widget');
    await inspected.waitFor();
    expect(await inspected.innerText()).toContain('constant.other.reference.work-item.stateroom');
  });
});
