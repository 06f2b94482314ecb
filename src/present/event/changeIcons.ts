import type { Icon } from '../look.js';

export const asks: Icon = { icon: 'question', color: 'charts.yellow' };
export const warns: Icon = { icon: 'warning', color: 'list.warningForeground' };
export const fails: Icon = { icon: 'error', color: 'list.errorForeground' };
export const ends: Icon = { icon: 'pass', color: 'charts.green' };
export const plain: Icon = { icon: 'circle-small-filled' };
