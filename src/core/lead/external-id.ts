/** The member of a search or submit that holds the affiliate's own id of it. */
export const EXTERNAL_ID = 'external_id';

export const MAX_EXTERNAL_ID_LENGTH = 128;

type Keys = Readonly<Record<string, unknown>>;

/**
 * Takes the affiliate's own id out of the keys that belong to no form. Anything but a text of 1 to 128 characters stays
 * an extra key.
 */
export function takeExternalId(keys: Keys): { readonly external_id?: string; readonly extra: Keys } {
  const { [EXTERNAL_ID]: sent, ...extra } = keys;
  return isExternalId(sent) ? { external_id: sent, extra } : { extra: keys };
}

/** Counts characters, not their UTF-16 halves. */
export const isExternalId = (sent: unknown): sent is string =>
  typeof sent === 'string' && sent !== '' && Array.from(sent).length <= MAX_EXTERNAL_ID_LENGTH;
