import { endErased, fateOf } from '../../../src/core/person/erasure.js';
import { isFinal } from '../../../src/core/lead/lead-states.js';
import { personOf, type Acknowledged, type Client } from './client.js';
import type { Flow } from './flow.js';
import type { World } from './world.js';

/** A lead without an e-mail address or a phone number. */
export const NOBODY = { personal: { first_name: 'ann' }, address: { state: 'WI', zip_code: '53703' } };

/** What an erasure does with one lead: it ends it, and removes the person of what it has read. */
export async function erase(world: World, id: string): Promise<void> {
  await world.run(async ({ leads, clock }) => {
    for (let isGone = false; !isGone;) {
      const lead = await leads.read(id);
      if (!lead) return;
      const fate = fateOf(lead);
      const { when, change } = endErased(lead, clock());
      if (fate === 'ends') await leads.transition(when, change);
      const now = world.leads.all.get(id);
      isGone = fate === 'forgotten' && now?.submission === lead.submission && now.state === lead.state;
      const forgotten = { at: clock(), why: 'erasure', submission: lead.submission } as const;
      const marked = { forget: { at: clock(), no_evidence: false } };
      if (now && isGone) world.leads.all.set(id, { ...now, lead: {}, forgotten });
      else if (now && fate === 'later') world.leads.all.set(id, { ...now, ...marked });
      if (fate === 'later') return;
    }
  });
}

/** Both under the id of a lead that was refused. */
const atOnce = (
  lead: object,
  act: (client: Client, world: World, first: Acknowledged) => readonly Promise<unknown>[],
): Pick<Flow, 'act'> => ({
  async act(client, world) {
    const first = await client.direct('ann', { lead, tcpa_consent: false });
    await world.settle();
    if (first) await Promise.all(act(client, world, first));
  },
});

/** An id keeps its person. */
export const PERSON_FLOWS: readonly Flow[] = [
  {
    name: 'form B: two persons under one id at once',
    ...atOnce(NOBODY, (client, _, { id: svc_lead_id }) => [
      client.direct('ann', { svc_lead_id }),
      client.direct('robert', { svc_lead_id }),
    ]),
  },
  {
    name: 'form B: erased while posted again',
    ...atOnce(personOf('ann'), (client, world, { id: svc_lead_id }) => [
      client.direct('ann', { svc_lead_id }),
      erase(world, svc_lead_id),
    ]),
  },
  {
    name: 'search: two persons under one id at once',
    async act(client) {
      const first = await client.search('ann', { lead: NOBODY });
      if (!first) return;
      const svc_lead_id = first.id;
      await Promise.all([client.search('ann', { svc_lead_id }), client.search('robert', { svc_lead_id })]);
    },
  },
];

/** Data that came to a lead after its person was removed. */
export const takenOfTheGone = ({ leads }: World): string[] =>
  [...leads.all.values()]
    .filter(({ forgotten, lead, state }) => forgotten && (lead['personal'] !== undefined || !isFinal(state)))
    .map(({ id, state }) => `lead ${id} lost its person, and took new data: it is ${state}`);
