/** Below `stateroom.`. */
export const settingKeys = {
  doneShown: 'queue.doneShown',
  leaseMinutes: 'queue.leaseMinutes',
  staleMinutes: 'queue.staleMinutes',
  personName: 'personName',
  statusBarVisible: 'statusBar.visible',
  findingsShow: 'findings.show',
  plansCodeLens: 'plans.codeLens',
  agentCommand: 'agents.command',
  lanesFolder: 'lanes.folder',
  agentTools: 'agentTools',
  terminalCli: 'terminal.cli',
  notify: 'notify',
  dashboardFile: 'reports.dashboardFile',
} as const;
