import type { Catalogue } from '../../core/catalogue/types.js';
import type { Geo } from '../../core/lead/geo.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { WithTestPostTools } from '../ports/test-post-tools.js';
import { generatedLead } from './generated-lead.js';
import { tryOffer, type Tried } from './try-offer.js';

export interface TestPostPorts {
  readonly withTools: WithTestPostTools;
  readonly catalogue: Catalogue;
  readonly geo: Geo;
  readonly clock: () => Date;
}

interface Asked {
  readonly offer_id: string;
  readonly program?: string | undefined;
  /** Sends it to the test address. */
  readonly send: boolean;
}

/**
 * Makes the request of an offer for a made-up person, and shows it or sends it to the offer's test address. Only what
 * is sent is in the audit log. Throws ActRefused if it can't be made or sent.
 */
export async function testPost(
  { withTools, catalogue, geo, clock }: TestPostPorts,
  audit: AuditPorts,
  { offer_id, program, send }: Asked,
): Promise<Tried> {
  const offer = catalogue.offers.get(offer_id);
  if (!offer) throw new ActRefused('conflict', "The active catalogue doesn't have the offer");
  const input = generatedLead(offer, program, clock(), geo);
  const what = offer.partner ? 'submit' : 'delivery';
  const run = (): Promise<Tried> =>
    withTools((tools) =>
      tryOffer(tools, { geo, clock }, { offer, catalogue, input, what, send, callback_url: undefined }),
    );
  return send
    ? audited(audit, { action: 'offer.test_post', on: { kind: 'offer', ids: [offer_id] } }, run)
    : run();
}

/** The same for the offer and program of a lead, whose own data is not used. */
export async function testPostAgain(
  { leads, ...ports }: TestPostPorts & { readonly leads: Pick<LeadStore, 'read'> },
  audit: AuditPorts,
  id: string,
  { program, send }: Omit<Asked, 'offer_id'>,
): Promise<Tried> {
  const lead = await leads.read(id);
  if (!lead) throw new ActRefused('unknown', 'There is no lead with this id', 'id');
  return testPost(ports, audit, { offer_id: lead.offer_id, program: program ?? lead.program_id, send });
}
