import type { Evidence, Violation } from './evidence.js';

/** No buyer gets a person without consent. */
export function checkConsent({ leads, received, withoutConsent }: Evidence): Violation[] {
  const told = new Map(
    received.filter(({ what }) => what === 'lead').map(({ idempotency_key: id, party }) => [id, party]),
  );
  return [...told]
    .filter(([id]) => leads.get(id)?.idempotency?.some(({ key }) => withoutConsent.has(key)))
    .map(([id, party]) => ({ rule: 'sent without consent', what: `lead ${id} to ${party}` }));
}
