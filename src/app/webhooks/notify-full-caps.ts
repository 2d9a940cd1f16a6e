import type { Campaign, Cap } from '../../core/catalogue/types.js';
import { endpointFor, type Endpoint } from '../../core/webhooks/endpoints.js';
import type { NewMessage } from '../../core/outbox/outbox-message.js';
import { looseMessage } from '../../core/webhooks/webhook-messages.js';
import type { CapUse, LedgerView } from '../ports/ledger-view.js';
import type { NotifyPorts } from './notify-endpoints.js';

export interface FullCapPorts extends NotifyPorts {
  readonly uses: Pick<LedgerView, 'capUses'>;
}

/**
 * Tells affiliates that caps of their campaigns are full: once for each window, best effort. A cap that is full and not
 * full again between two looks is not told. Caps of offers and buyers are none of their business.
 */
export async function notifyFullCaps(ports: FullCapPorts): Promise<void> {
  const { catalogue, clock, uses } = ports;
  const current = catalogue.current();
  const owners = new Map<string, { readonly campaign: Campaign; readonly endpoint: Endpoint }>();
  const caps: Cap[] = [];
  for (const campaign of current.campaigns.values()) {
    const endpoint = endpointFor(current, 'webhook', campaign.affiliate.id, campaign.id);
    if (!endpoint?.settings.events.includes('cap.reached')) continue;
    for (const cap of campaign.caps) {
      owners.set(cap.id, { campaign, endpoint });
      caps.push(cap);
    }
  }
  if (caps.length === 0) return;
  const now = clock();
  const full = (await uses.capUses(caps, now)).filter(
    ({ cap, reserved, confirmed }) => reserved + confirmed >= cap.limit,
  );
  const messages = full.flatMap((use): NewMessage[] => {
    const owner = owners.get(use.cap.id);
    return owner ? [messageOf(use, owner.campaign, owner.endpoint, now)] : [];
  });
  await ports.messages.add(messages, now);
}

function messageOf(
  { cap, window, resets_at }: CapUse,
  campaign: Campaign,
  endpoint: Endpoint,
  now: Date,
): NewMessage {
  const { limit, program } = cap;
  const data = {
    campaign_id: campaign.id,
    cap: { window: cap.window, limit, ...(program === undefined ? {} : { program_id: program }) },
    resets_at: resets_at?.toISOString() ?? null,
  };
  const content = { type: 'cap.reached', timestamp: now.toISOString(), data } as const;
  return looseMessage(endpoint, `webhook:cap:${cap.id}:${window}`, content, now);
}
