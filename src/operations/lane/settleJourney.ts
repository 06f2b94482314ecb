import type { ClosingJourney, Journey } from '../../domain/lane/journey.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Context } from '../../records/context.js';
import { isStoreError } from '../../store/storeError.js';
import { judgeIntent } from '../intentLog/judgeIntent.js';
import { settleClosing } from './settleClosing.js';
import { isOpened, type SettledJourney, undoJourney } from './undoJourney.js';

/** Ends every opening and closing whose process is gone, so that its lane is whole or nothing of it is left. */
export async function settleJourneys(context: Context, ports: LanePorts): Promise<SettledJourney[]> {
  const settled: SettledJourney[] = [];
  for (const name of [...(await ports.journeys.all()).keys()].sort()) {
    const one = await settleJourney(context, ports, name).catch((error: Error): SettledJourney => {
      if (isStoreError(error)) throw error;
      // It does not hold up the others.
      return { lane: name, outcome: 'stuck', notes: [`It could not be ended: ${error.message}`] };
    });
    if (one !== undefined) settled.push(one);
  }
  return settled;
}

/** The same for one lane; undefined when nobody opens or closes it. */
export async function settleJourney(
  context: Context,
  ports: LanePorts,
  name: string,
): Promise<SettledJourney | undefined> {
  const { journeys } = ports;
  const running: SettledJourney = { lane: name, outcome: 'running', notes: [] };
  const found = await journeys.inspect(name);
  if (found === undefined) return undefined;
  const judged = await judgeIntent(context, ports, name, found);
  if ('running' in judged) return running;
  if ('problem' in judged) return setAside(ports, name, judged.problem);
  const { journey, text } = judged;
  // One alone ends it: another may have done so already, and the lane be opened anew.
  const process = ports.machine.identity();
  const own = { ...journey, process, startedAt: context.clock.now(), abandoned: false };
  if (!(await journeys.replace(name, text, JSON.stringify(own)))) return running;
  try {
    return await settleOwn(context, ports, own);
  } catch (error) {
    await journeys.write(name, JSON.stringify({ ...own, abandoned: true })).catch(() => undefined);
    throw error;
  }
}

async function settleOwn(
  context: Context,
  ports: LanePorts,
  journey: Journey | ClosingJourney,
): Promise<SettledJourney> {
  if ('closing' in journey) return settleClosing(context, ports, journey);
  if (!(await isOpened(context, journey))) return undoJourney(context, ports, journey, false);
  if (journey.directory !== null) await (await ports.trees()).forgetOpening(journey.directory);
  await ports.journeys.remove(journey.lane);
  return { lane: journey.lane, outcome: 'finished', notes: [] };
}

/** What is not believed holds nobody up, changes nothing, and is kept for a person to look at. */
async function setAside({ journeys }: LanePorts, name: string, reason: string): Promise<SettledJourney> {
  await journeys.setAside(name);
  return { lane: name, outcome: 'setAside', notes: [reason] };
}
