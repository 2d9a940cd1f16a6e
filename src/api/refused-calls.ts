import type { CatalogueSource } from '../app/ports/catalogue-source.js';
import type { RefusedCall } from '../app/ports/refused-calls.js';
import type { RefusedCallKeeper } from '../app/refused-calls/keep-refused-calls.js';
import { compact } from '../core/catalogue/compact.js';
import type { OnAnswered } from '../http/begin-request.js';
import type { Locals } from '../http/send.js';
import { fieldToKeep } from './known-fields.js';

/** Hands calls that were answered 4xx to the keeper. Calls of unknown addresses are left out. */
export const noteRefused =
  (keeper: Pick<RefusedCallKeeper, 'note'>, catalogue: CatalogueSource, clock: () => Date): OnAnswered =>
  (locals, http) => {
    const { route, code, request_id } = locals;
    const field = locals.refused?.field;
    if (http < 400 || http >= 500 || route === undefined || code === undefined) return;
    const call: RefusedCall = compact({
      at: clock(),
      ...{ request_id, route, http, code },
      field: field === undefined ? undefined : fieldToKeep(field),
      key_prefix: locals.key_prefix,
      affiliate_id: locals.affiliate_id,
      campaign_id: campaignOf(locals, catalogue),
    });
    keeper.note(call);
  };

/** A caller may send any text as the id of a campaign. Only one of its own campaigns is kept. */
function campaignOf({ affiliate_id, refused }: Locals, catalogue: CatalogueSource): string | undefined {
  const id = refused?.sent_campaign;
  if (affiliate_id === undefined || id === undefined) return undefined;
  const campaign = catalogue.current().campaigns.get(id);
  return campaign?.affiliate.id === affiliate_id ? id : undefined;
}
