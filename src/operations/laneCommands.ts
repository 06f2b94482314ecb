/** Those of `laneCatalogue` that the palette offers, for the editor, which registers them without loading their code. */
export const laneCommands = [
  'lane.adopt',
  'lane.update',
  'lane.close',
  'lane.clean',
  'lane.repair',
  'worker.spawn',
  'worker.approve',
  'worker.requestChanges',
  'worker.merge',
  'worker.repairMerge',
  'worker.cancel',
  'worker.retry',
  'worker.restore',
  'message.send',
  'report.acknowledge',
] as const;
