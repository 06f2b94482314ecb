import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLabel, laneTitle } from '../../../domain/lane/laneTitle.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { laneViewRow } from '../../../present/laneViewRow.js';
import { besideRef } from '../../../present/viewRow.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel } from '../support/plainText.js';
import { type Answer, askChoice, type Choice, type StepPlace } from '../support/prompt.js';
import { translate } from '../support/translate.js';

export interface LaneQuestion extends StepPlace {
  readonly placeholder: string;
  /** Defaults to all open lanes. */
  readonly accept?: (lane: Lane) => boolean;
  readonly all?: boolean;
}

export function askLane(repository: Repository, question: LaneQuestion): Promise<Answer<Lane>> {
  return askChoice({ ...question, empty: nothingToChoose(), rows: laneRows(repository, question) });
}

/** Returns the lanes of a repository; throws the store's refusals. */
export async function readLanes(repository: Repository, all: boolean): Promise<readonly Lane[]> {
  const answer = await invokeOrThrow(repository, (await loadLaneOperations()).laneList, { all, noDistance: true });
  return answer.lanes;
}

function nothingToChoose(): string {
  return l10n.t('No matching lanes.');
}

async function laneRows(repository: Repository, { accept, all = false }: LaneQuestion): Promise<Choice<Lane>[]> {
  const lanes = await readLanes(repository, all);
  return lanes
    .filter(lane => accept === undefined || accept(lane))
    .map(lane => {
      const row = laneViewRow(lane, {}, translate);
      const { icon, color } = row;
      return {
        label: asLabel(laneLabel(lane)),
        description: asLabel(besideRef(lane.ref, row)),
        // People may type the name to find it.
        detail: laneTitle(lane) === lane.lane ? '' : asLabel(lane.lane),
        ...(icon === undefined
          ? {}
          : { iconPath: new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color)) }),
        value: lane,
      };
    });
}
