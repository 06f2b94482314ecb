import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { z } from 'zod';
import { trustGrant } from '../../../operations/trust/trustGrant.js';
import { trustRevoke } from '../../../operations/trust/trustRevoke.js';
import type { trustShow } from '../../../operations/trust/trustShow.js';
import { standingOf } from '../repository/repositoryRef.js';
import type { RunOperation } from '../repository/runOperation.js';
import type { Repository } from '../repository.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { asMessage } from '../support/plainText.js';
import { commandLines, trustDetail } from './askTrust.js';

type Shown = z.output<(typeof trustShow)['output']>;

/** Shows the trusted commands of a repository, and offers to trust the rest or to revoke the trust. */
export async function reviewTrust(repository: Repository, shown: Shown, run: RunOperation): Promise<void> {
  const trust = l10n.t('Trust Commands');
  const revoke = l10n.t('Revoke Trust');
  const buttons = [...(shown.trusted ? [] : [trust]), ...(shown.grantedAt === null ? [] : [revoke])];
  const trusted = shown.commands.filter(each => each.trusted);
  const untrusted = shown.commands.filter(each => !each.trusted);
  const text =
    shown.commands.length === 0
      ? l10n.t('“{0}” defines no commands for Stateroom to run.', repository.name)
      : shown.trusted
        ? l10n.t('You trust the commands of “{0}” in this clone.', repository.name)
        : l10n.t('You do not trust these commands of “{0}” yet.', repository.name);
  const detail = [
    ...(shown.problem === null
      ? []
      : [l10n.t('The saved trust decision is not valid: {0}', inEditorsLanguage(shown.problem))]),
    ...(untrusted.length === 0 ? [] : [trustDetail(untrusted)]),
    ...(trusted.length === 0 ? [] : [l10n.t('Trusted:'), commandLines(trusted)]),
    ...(shown.removed.length === 0
      ? []
      : [l10n.t('Previously trusted, no longer listed:'), commandLines(shown.removed)]),
  ].join('\n\n');
  const chosen = await vscode.window.showInformationMessage(asMessage(text), { modal: true, detail }, ...buttons);
  const at = standingOf(repository);
  if (chosen === trust) await run(trustGrant, { hash: shown.hash }, at);
  if (chosen === revoke) await run(trustRevoke, {}, at);
}
