/** Where something stands in a body: the keys, and the places in lists. */
export type BodyPath = readonly (string | number)[];

/** A path as a client writes it: `fallbacks[1].svc_offer_id`. */
export const pathOf = (path: BodyPath): string =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');
