import { retroWrite } from './retroWrite.js';

export const retroOperations = { retroWrite };
