import type { Names } from '../../core/catalogue/names-of.js';
import { withName } from '../../core/catalogue/names-used.js';
import { headLine } from '../../core/consent/consent-chain.js';
import type { Proof } from './prove-consent.js';

type Fact = readonly [name: string, value: string | null | undefined];

/** The facts of a proof, in the order in which a reader asks for them. The names are today's, beside the ids that were kept. */
export function factsOf({ evidence, kept_at }: Proof, names: Names): (readonly [string, string])[] {
  const { person, consent, partners, recipients } = evidence;
  const decision =
    consent.decision === null ? 'none was sent' : consent.decision ? 'agreed' : 'did not agree';
  const facts: Fact[] = [
    ['Lead', `${evidence.lead_id}, submission ${evidence.submission}`],
    ['Name', [person.first_name, person.last_name].filter(Boolean).join(' ')],
    ['E-mail', person.email],
    ['Phone', person.phone],
    ['Decision', decision],
    ...textFacts(evidence),
    ['Button', consent.button_label],
    ['When', consent.at],
    ['From', consent.ip_address],
    ['Certificate', consent.cert_url],
    ['Universal lead id', consent.universal_lead_ref],
    ['Sent wrongly', consent.malformed?.join(', ')],
    [
      'Received',
      `${evidence.received_at} from affiliate ${withName(evidence.affiliate_id, names)}, for offer ${withName(evidence.offer_id, names)}`,
    ],
    ['Kept', kept_at.toISOString()],
    ...partners.map(
      ({ offer_id, at }) => ['Partner asked', `offer ${withName(offer_id, names)} at ${at}`] as const,
    ),
    ...recipients.map(
      ({ buyer_id, origin, at, outcome }) =>
        ['Sent to', `buyer ${withName(buyer_id, names)} (${origin}) at ${at}: ${outcome}`] as const,
    ),
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

/** Of a direct post and its fallbacks nobody knows which text the affiliate showed. Only a result asks for one. */
const textFacts = ({ consent, text_asked_for: asked }: Proof['evidence']): Fact[] =>
  asked === undefined && consent.text !== null
    ? [
        ['Text of the offer', consent.text],
        ['Known of the text', 'the offer had it when the lead was received; the affiliate had to show it'],
      ]
    : [
        ['Text as shown', consent.text],
        ['Text asked for', asked],
      ];

/** What the chain says of it. */
export function standingText({ standing, head, fault }: Proof): string {
  const since = `Unchanged since the head of ${head?.day ?? ''}: ${head ? headLine(head) : ''}.`;
  switch (standing) {
    case 'unchanged':
      return since;
    case 'late':
      return head
        ? `Late: ${fault ?? ''}. Either the sweeper was down, or someone replaced the evidence before that day. ${since}`
        : `Late: ${fault ?? ''}. Either the sweeper is down, or someone replaced the evidence.`;
    case 'not_headed':
      return 'Stored. The head of its day is written when the day ends (UTC).';
    case 'broken':
      return `CHANGED: ${fault ?? ''}.`;
  }
}
