export const workflowsEnglish = {
  notLoaded: 'Rituals are not loaded here.',
  notLoadedHint: 'Ask on the command line: `stateroom ritual brief`.',
  writesMask: 'It would write the mask of a secret into {path}.',
  writesMaskHint: 'Leave what is masked as it is, and change only what stands around it.',
} as const;
