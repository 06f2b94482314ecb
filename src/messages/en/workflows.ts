export const workflowsEnglish = {
  notLoaded: 'Workflows are not available here.',
  notLoadedHint: 'Use the command line: `stateroom ritual brief`.',
  writesMask: 'This would write the mask of a redacted secret to {path}.',
  writesMaskHint: 'Leave masked text unchanged, and change only the text around it.',
} as const;
