/**
 * What the catalogue's format knows and this version does not do. Naming it is refused with a plain sentence,
 * because a setting that is silently ignored is worse than one that is missing. The issue that brings a feature
 * removes its row here and adds its key to the schema.
 */
export const NOT_YET = {
  delivery: ['body', 'answers', 'throttle', 'max_in_flight', 'breaker', 'callback', 'test_url'],
  follow_up: ['answers'],
  partner_search: ['body', 'results', 'method', 'encoding', 'throttle', 'max_in_flight', 'breaker'],
} as const;

/** Encodings of the format beside `json`. */
export const ENCODINGS_NOT_YET: readonly string[] = ['form', 'xml'];

export const NOT_YET_SENTENCE = 'is not supported by this version of Leadkeep yet';
