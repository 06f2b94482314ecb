import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { TimelineEvent } from '../../domain/event/event.js';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal/refusal.js';
import { visibleJson } from '../../domain/text/visibleText.js';
import { inEnglish } from '../../messages/inEnglish.js';
import { message } from '../../messages/message.js';
import { eventsBetween } from '../../operations/events/eventsBetween.js';
import { eventsSince } from '../../operations/events/eventsSince.js';
import { invoke } from '../../operations/invoke.js';
import { timelineWriter } from '../../present/timelineText.js';
import { english } from '../../reports/translate.js';
import type { Session } from './session.js';
import { stream } from './stream.js';

/** Max events in memory at once. */
const pageSize = 5000;

/** Writes events to stdout or to a new file, page by page, oldest first. Removes an incomplete file. */
export async function exportEvents(session: Session, input: Readonly<Record<string, unknown>>): Promise<number> {
  const { printer, host } = session;
  const { file: name, by: actor, from = '0', to, ...filters } = input;
  const path = typeof name === 'string' ? resolve(host.directory, name) : undefined;
  const file = path === undefined ? undefined : await create(path);
  if (isRefusal(file)) return printer.refusal(file);
  const lineOf = printer.json
    ? (event: TimelineEvent) => `${visibleJson(inEnglish(event))}\n`
    : timelineWriter(english);
  let count = 0;
  let cursor: string | undefined;
  let isRead = false;
  let isWhole = false;
  try {
    const exitCode = await stream(session, { reads: true, everyMs: 1 }, (context, signal) => async () => {
      const request = { ...filters, actor, limit: pageSize, cursor };
      const page =
        to === undefined
          ? await invoke(eventsSince, context, { ...request, since: from })
          : await invoke(eventsBetween, context, { ...request, from, to });
      if (isRefusal(page)) return page;
      const text = page.events.map(lineOf).join('');
      if (file === undefined) {
        printer.stdout.write(text);
        await printer.stdout.drain(signal);
      } else await file.appendFile(text);
      count += page.events.length;
      cursor = page.nextCursor ?? undefined;
      isRead = cursor === undefined;
      return isRead ? 'done' : 'again';
    });
    if (exitCode !== 0 || !isRead || file === undefined) return exitCode;
    await file.sync();
    isWhole = true;
    return printer.answer(printer.quiet ? '' : `Wrote ${count} events to ${path}.`, { file: path, events: count });
  } finally {
    await file?.close();
    if (path !== undefined && !isWhole) await rm(path, { force: true });
  }
}

/** Refuses to overwrite a file; creates no folder. */
async function create(path: string): Promise<FileHandle | Refusal> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return refuse('not_found', message('input.noFolder', { folder: dirname(path) }), { hint: 'input.makeFolder' });
    }
    if (code !== 'EEXIST') throw error;
    return refuse('conflict', message('input.fileExists', { path }), { hint: 'input.nameNewFile' });
  }
}
