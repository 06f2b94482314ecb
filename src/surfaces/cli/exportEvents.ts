import { type FileHandle, open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
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

/** Events that are in memory at once. */
const pageSize = 5000;

/** Writes events to stdout or to a new file, page by page, the oldest first. A file that could not be completed is removed. */
export async function exportEvents(session: Session, input: Readonly<Record<string, unknown>>): Promise<number> {
  const { printer, host } = session;
  const { file: name, by: actor, from = '0', to, ...filters } = input;
  const path = typeof name === 'string' ? resolve(host.directory, name) : undefined;
  const file = path === undefined ? undefined : await create(path);
  if (isRefusal(file)) return printer.refusal(file);
  const write = file === undefined ? (text: string) => printer.stdout.write(text) : writerTo(file);
  const lineOf = printer.json
    ? (event: TimelineEvent) => `${visibleJson(inEnglish(event))}\n`
    : timelineWriter(english);
  let count = 0;
  let cursor: string | undefined;
  let isDone = false;
  try {
    const exitCode = await stream(session, { reads: true, everyMs: 1 }, context => async () => {
      const request = { ...filters, actor, limit: pageSize, cursor };
      const page =
        to === undefined
          ? await invoke(eventsSince, context, { ...request, since: from })
          : await invoke(eventsBetween, context, { ...request, from, to });
      if (isRefusal(page)) return page;
      await write(page.events.map(lineOf).join(''));
      count += page.events.length;
      cursor = page.nextCursor ?? undefined;
      isDone = cursor === undefined;
      return isDone ? 'done' : 'again';
    });
    if (exitCode !== 0 || !isDone || file === undefined) return exitCode;
    await file.sync();
    return printer.answer(`Wrote ${count} events to ${path}.`, { file: path, events: count });
  } finally {
    await file?.close();
    if (path !== undefined && !isDone) await rm(path, { force: true });
  }
}

function writerTo(file: FileHandle): (text: string) => Promise<void> {
  return text => file.appendFile(text);
}

/** Never writes over what is there. */
async function create(path: string): Promise<FileHandle | Refusal> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return refuse('conflict', message('input.fileExists', { path }), { hint: 'input.nameNewFile' });
  }
}
