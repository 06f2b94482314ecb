import { bySeverity } from '../../src/domain/finding/findingSeverity.js';
import { type DashboardTexts, dashboardTexts, severityTextKey } from '../../src/protocol/dashboardText.js';

const names = Object.fromEntries(Object.values(bySeverity(severityTextKey)).map(key => [key, key]));
/** The texts of the dashboard's page in English. */
export const englishTexts: DashboardTexts = dashboardTexts(text => text, { names, failing: '' } as never);
const keys = Object.keys(englishTexts);

/** The texts of the dashboard's page; each is its own key. */
export const textsOfPage = Object.fromEntries(keys.map(key => [key, key])) as DashboardTexts;
