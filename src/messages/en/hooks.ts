export const hooksEnglish = {
  noWorkTree: 'Hooks belong to a work tree of a repository, and there is none here.',
} as const;
