import { newEvent } from '../../../domain/event/newEvent.js';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import type { InstallPlan } from '../../../install/install.js';
import type { InstallPlace } from '../../../install/installPlace.js';
import { say } from '../../../messages/say.js';
import { english } from '../../../reports/translate.js';
import type { Session } from '../session.js';

/** Records files that `operation` did not write, impostors, and a refused plan; does nothing without a store. */
export async function recordPlanted(
  session: Session,
  operation: 'install' | 'update' | 'uninstall',
  place: InstallPlace,
  plan: Pick<InstallPlan, 'files' | 'impostors'> | Refusal,
): Promise<void> {
  if (place.scope !== 'project') return;
  const { impostorText, shownPath } = await importShown();
  const found = isRefusal(plan)
    ? [{ about: shownPath(place, place.ledger), why: say(plan.message) }]
    : [
        // An uneditable text was read, so it has `before`; a possibly planted file was not read.
        ...plan.files.flatMap(({ shown, problem, before }) =>
          problem === undefined || before !== undefined ? [] : [{ about: shown, why: `${shown} ${problem}.` }],
        ),
        ...plan.impostors
          .filter(({ isReplaced }) => !isReplaced)
          .map(each => ({ about: each.shown, why: `${each.shown}: ${impostorText(each, english)}.` })),
      ];
  if (found.length === 0) return;
  const { recordOnce } = await import('../../../operations/recordOnce.js');
  const { withContext } = await import('../withContext.js');
  const recorded = await withContext(session, false, context => {
    const now = context.clock.now();
    const event = (payload: object) => newEvent(context.actor, now, 'attempt_refused', null, { operation, ...payload });
    return recordOnce(context, found.map(event));
  });
  if (isRefusal(recorded)) session.printer.log.debug('The unexpected agent files could not be recorded.');
}

async function importShown() {
  const { impostorText } = await import('../../../install/shownPlan.js');
  const { shownPath } = await import('../../../install/installPlace.js');
  return { impostorText, shownPath };
}
