import { resendNotice, markNoticeSent } from '../../app/notices/act-on-notices.js';
import { buyersOf, type Certificate, type NotifyBuyer } from '../../app/person/certificate.js';
import * as acts from '../../app/person/act-on-persons.js';
import { soughtPerson, type PersonWanted, type SoughtPerson } from '../../app/person/sought-person.js';
import type { NoticeRecord } from '../../app/ports/notice-store.js';
import { namesUsed } from '../../core/catalogue/names-used.js';
import { handlesIn, namesIn } from '../../core/operators/names.js';
import type { ErasePersonBody, NoticeBody } from '../bodies/persons.js';
import { noIdentitySecret } from '../faults.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

type Call<Body> = OperatorCall<object, Body>;
const SHOWN = 200;

/** Without IDENTITY_SECRET, nobody can be found. */
function soughtIn({ posting: { identities }, persons }: OperatorPorts, wanted: PersonWanted): SoughtPerson {
  if (!identities) throw noIdentitySecret();
  return soughtPerson(identities, persons.auditLog, wanted);
}

/** What is stored of a person, without the person. */
export async function findPerson(ports: OperatorPorts, { body, audit }: Call<PersonWanted>): Promise<object> {
  const found = await acts.findPerson(ports.persons, audit, soughtIn(ports, body));
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
    is_journaled: ports.persons.journal !== undefined,
  };
}

/** All that is stored of a person, in clear. */
export async function exportPerson(
  ports: OperatorPorts,
  { body, audit, now }: Call<PersonWanted>,
): Promise<object> {
  const exported = await acts.exportPerson(ports.persons, audit, soughtIn(ports, body));
  const names = namesUsed(exported, handlesIn(ports.catalogue.current()));
  return { case: body.case, at: now, names, ...exported };
}

export async function erasePerson(
  ports: OperatorPorts,
  { body, audit }: Call<ErasePersonBody>,
): Promise<object> {
  const certificate = await acts.erasePerson(ports.persons, audit, soughtIn(ports, body), {
    ...{ no_evidence: !body.keep_evidence, names: nameIn(ports) },
    seen: body.leads,
    catalogue: ports.catalogue.current(),
  });
  return { ...answerOf(certificate), is_journaled: ports.persons.journal !== undefined };
}

const answerOf = ({ undecided, still_busy, leadkeep_tells, tell_these_buyers, ...rest }: Certificate) => ({
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

interface NoticeValues {
  readonly state?: 'open' | NoticeRecord['state'] | undefined;
}

export async function listNotices(
  { persons, catalogue }: OperatorPorts,
  { values: { state } }: OperatorCall<NoticeValues>,
): Promise<object> {
  const found = await persons.notices.list({ limit: SHOWN, ...(state && { state }) });
  const { count, oldest } = await persons.notices.waitingForHand();
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
  { persons }: OperatorPorts,
  { body: { id }, viewer, audit }: Call<NoticeBody>,
): Promise<object> {
  await markNoticeSent(persons.notices, audit, id, viewer.name);
  return { id };
}

export async function againNotice(
  { persons }: OperatorPorts,
  { body: { id }, audit }: Call<NoticeBody>,
): Promise<object> {
  await resendNotice(persons.notices, audit, id);
  return { id };
}
