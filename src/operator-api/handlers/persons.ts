import { resendNotice, markNoticeSent } from '../../app/notices/act-on-notices.js';
import { buyersOf, type Certificate, type NotifyBuyer } from '../../app/person/certificate.js';
import * as acts from '../../app/person/act-on-persons.js';
import { soughtPerson, type PersonWanted, type SoughtPerson } from '../../app/person/sought-person.js';
import { namesUsed } from '../../core/catalogue/names-used.js';
import { handlesIn, namesIn } from '../../core/operators/names.js';
import type { ErasePersonBody, NoticeBody } from '../bodies/persons.js';
import { oneOf, optional, whole } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

type Call<Body> = OperatorCall<object, Body>;
const MAX_SHOWN = 200;

export const NOTICE_PARAMETERS = {
  state: optional(
    oneOf(['open', 'waiting', 'parked', 'delivered'] as const),
    '`open`: the buyer may not know yet',
  ),
  limit: optional(whole(1, MAX_SHOWN), `How many; by default ${MAX_SHOWN}`),
};

const soughtIn = ({ identities, auditLog }: OperatorPorts, wanted: PersonWanted): SoughtPerson =>
  soughtPerson(identities, auditLog, wanted);

/** What is stored of a person, without the person. */
export async function findPerson(ports: OperatorPorts, { body, audit }: Call<PersonWanted>) {
  const found = await acts.findPerson(ports, audit, soughtIn(ports, body));
  const { buyers } = ports.catalogue.current();
  return {
    leads: found.leads.map(({ reference, referenced_by: _, buyers: having, ...lead }) => ({
      ...{ ...lead, reference: reference ?? null },
      buyers: having.map(nameIn(ports)),
    })),
    beside: { searches: found.search_ids.length, ...found.beside },
    buyers: buyersOf(found.leads).map((one) => ({
      ...named(ports)(one),
      has_address: buyers.get(one.buyer)?.erasure !== undefined,
    })),
    is_journaled: ports.journal !== undefined,
  };
}

/** All that is stored of a person, in clear. */
export async function exportPerson(ports: OperatorPorts, { body, audit, now }: Call<PersonWanted>) {
  const exported = await acts.exportPerson(ports, audit, soughtIn(ports, body));
  const names = namesUsed(exported, handlesIn(ports.catalogue.current()));
  return { case: body.case, at: now, names, ...exported };
}

export async function erasePerson(ports: OperatorPorts, { body, audit }: Call<ErasePersonBody>) {
  const certificate = await acts.erasePerson(ports, audit, soughtIn(ports, body), {
    ...{ no_evidence: !body.keep_evidence, names: nameIn(ports) },
    ...(body.leads !== undefined && { seen: body.leads }),
    catalogue: ports.catalogue.current(),
  });
  return { ...certificateAnswer(certificate), is_journaled: ports.journal !== undefined };
}

export const certificateAnswer = ({
  undecided,
  still_busy,
  leadkeep_tells,
  tell_these_buyers,
  ...rest
}: Certificate) => ({
  ...rest,
  undecided: undecided ?? null,
  still_busy: still_busy ?? [],
  leadkeep_tells: leadkeep_tells.map(withReferences),
  tell_these_buyers: tell_these_buyers.map(withReferences),
});

const withReferences = ({ buyer, leads }: NotifyBuyer) => ({
  buyer,
  leads: leads.map(({ lead_id, reference = null }) => ({ lead_id, reference })),
});

const named =
  (ports: Pick<OperatorPorts, 'catalogue'>) =>
  (one: NotifyBuyer): ReturnType<typeof withReferences> =>
    withReferences({ ...one, buyer: nameIn(ports)(one.buyer) });

const nameIn =
  ({ catalogue }: Pick<OperatorPorts, 'catalogue'>) =>
  (id: string): string =>
    catalogue.current().buyers.get(id)?.handle ?? id;

export async function listNotices(
  { notices, catalogue }: OperatorPorts,
  { values: { state, limit = MAX_SHOWN } }: OperatorCall<ValuesOf<typeof NOTICE_PARAMETERS>>,
) {
  const found = await notices.list({ limit, ...(state && { state }) });
  const { count, oldest } = await notices.waitingForHand();
  const name = namesIn(catalogue.current());
  return {
    ...{ by_hand: count, oldest },
    notices: found.map(({ id, content, state: is, created_at, due_at, ended_at, attempts, told_by }) => ({
      ...{ id, event: content.event, state: is, created_at, asked_at: content.at, is_test: content.is_test },
      ...{ lead_id: content.lead_id, buyer: name('buyers', content.buyer_id) },
      ...{ reference: content.reference ?? null, case: content.case ?? null },
      ...{ due_at: due_at ?? null, ended_at: ended_at ?? null },
      ...{ last_answer: attempts.at(-1)?.detail ?? null, told_by: told_by?.by ?? null },
    })),
  };
}

export async function toldNotice(
  { notices }: OperatorPorts,
  { body: { id }, viewer, audit }: Call<NoticeBody>,
) {
  await markNoticeSent(notices, audit, id, viewer.name);
  return { id };
}

export async function againNotice({ notices }: OperatorPorts, { body: { id }, audit }: Call<NoticeBody>) {
  await resendNotice(notices, audit, id);
  return { id };
}
