import type { snapshotOperations } from '../../../operations/snapshot/snapshotOperations.generated.js';
import { asciiDashboard } from './asciiDashboard.js';
import type { TextsOf } from './resultText.js';

export const texts: TextsOf<typeof snapshotOperations> = { snapshotShow: asciiDashboard };
