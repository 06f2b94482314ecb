import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import { visibleText } from '../../domain/text/visibleText.js';
import { say } from '../../messages/say.js';
import { findingShow } from '../../operations/finding/findingShow.js';
import { invoke } from '../../operations/invoke.js';
import { queueShow } from '../../operations/queue/queueShow.js';
import { repositoryDashboard } from '../../operations/repository/repositoryDashboard.js';
import { runExport } from '../../operations/run/runExport.js';
import { taskShow } from '../../operations/task/taskShow.js';
import { contextText } from '../../present/contextText.js';
import { findingPage } from '../../present/findingPage.js';
import { lanePage } from '../../present/lanePage.js';
import { markdownPage, markdownPen } from '../../present/markdownPage.js';
import { taskPage } from '../../present/taskPage.js';
import { workItemPage } from '../../present/workItemPage.js';
import type { Context } from '../../records/context.js';
import { english } from '../../reports/translate.js';
import type { NamedResource } from './resources.js';
import { withNextCalls } from './withNextCalls.js';

/** Refuses if the record does not exist; no active task is a text. */
export async function resourceText(
  { kind, ref }: NamedResource,
  context: Context | Refusal,
): Promise<string | Refusal> {
  if (isRefusal(context)) return context;
  switch (kind) {
    case 'item': {
      const shown = await invoke(queueShow, context, { id: ref });
      return isRefusal(shown) ? shown : markdownPage(workItemPage(shown, pen), pen);
    }
    case 'finding': {
      const shown = await invoke(findingShow, context, { id: ref });
      return isRefusal(shown) ? shown : markdownPage(findingPage(shown, pen), pen);
    }
    case 'run': {
      const shown = await invoke(runExport, context, { run: ref });
      return isRefusal(shown) ? shown : visibleText(shown.content);
    }
    case 'lane': {
      const { laneShow } = await import('../../operations/lane/laneShow.js');
      const shown = await invoke(laneShow, context, { lane: ref });
      return isRefusal(shown) ? shown : markdownPage(lanePage(shown, pen), pen);
    }
    case 'task': {
      if (ref !== '') {
        const named = await invoke(taskShow, context, { task: ref });
        return isRefusal(named) ? named : markdownPage(taskPage(named, pen), pen);
      }
      const shown = await invoke(taskShow, context, {});
      if (!isRefusal(shown)) return markdownPage(taskPage(shown, pen), pen);
      return shown.code === 'not_found' || shown.code === 'ambiguous' ? refusalText(shown) : shown;
    }
    case 'dashboard': {
      const report = await invoke(repositoryDashboard, context, {});
      return isRefusal(report) ? report : `${contextText(report)}\n`;
    }
  }
}

const pen = markdownPen(
  english,
  iso => iso,
  sentence => say(sentence),
);

async function refusalText(refusal: Refusal): Promise<string> {
  const { message, hint } = await withNextCalls(refusal);
  return `${say(message)}${hint === undefined ? '' : ` ${say(hint)}`}\n`;
}
