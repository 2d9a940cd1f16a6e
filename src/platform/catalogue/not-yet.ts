/**
 * What the catalogue's format knows and this version does not do. Naming it is refused with a plain sentence,
 * because a setting that is silently ignored is worse than one that is missing. The issue that brings a feature
 * removes its row here and adds its key to the schema.
 */
export const NOT_YET = {
  delivery: ['callback'],
} as const;

export const NOT_YET_SENTENCE = 'is not supported by this version of Leadkeep yet';
