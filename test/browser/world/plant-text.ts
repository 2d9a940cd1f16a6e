import type { Connection } from 'mongoose';

/** What somebody may have written: markup, scripts, an attribute that ends early, marks that turn text around, ESC. */
export const NASTY =
  '<img src=x onerror="alert(1)"><script>alert(2)</script>\'" onmouseover="alert(3)" \u202etxet desrever \u001b[31mred {{7*7}} ';
const LONG = `${NASTY}${'W'.repeat(10_000)}`;

/** Members that hold text of people, buyers, affiliates or staff, wherever they are. */
const TEXTS = new Set([
  ...[
    'first_name',
    'last_name',
    'email',
    'phone',
    'city',
    'street',
    'ip_address',
    'user_agent',
    'subid',
    'click_id',
  ],
  ...[
    'text',
    'button_label',
    'cert_url',
    'universal_lead_ref',
    'tcpa_text',
    'offer_name',
    'label',
    'name',
    'title',
  ],
  ...[
    'detail',
    'buyer_reason',
    'reference',
    'why',
    'by',
    'note',
    'comment',
    'host',
    'request_id',
    'delivery_origin',
  ],
  ...['logo_url', 'message', 'address', 'field'],
]);

/** Collections with text that a screen shows. Some hold JSON as text. */
const PLANTED = [
  ...[
    'leads',
    'searches',
    'entries',
    'catalogue_versions',
    'periods',
    'audit_log',
    'drafts',
    'people',
    'sessions',
  ],
  ...['api_keys', 'operator_keys', 'refused_calls', 'now_marks', 'alerts', 'mutes', 'invitations'],
];
const IN_JSON = new Set(['document', 'names']);
const NEWEST = 12;

/** Writes nasty text over everything of this kind, past every check. Returns how many values were replaced. */
export async function plantText(connection: Connection): Promise<number> {
  let planted = 0;
  const nasty = (): string => (planted++ % 12 === 0 ? LONG : NASTY);
  const replaced = (value: unknown, key: string): unknown => {
    if (typeof value === 'string' && IN_JSON.has(key)) return JSON.stringify(replaced(JSON.parse(value), ''));
    // Addresses are unique.
    if (typeof value === 'string' && key === 'email') return `${planted}@${nasty()}`;
    if (typeof value === 'string') return TEXTS.has(key) ? nasty() : value;
    if (Array.isArray(value)) return value.map((one) => replaced(one, key));
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
      return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, name)]));
  };
  for (const name of PLANTED) {
    const collection = connection.collection<{ _id: string }>(name);
    for (const found of await collection.find().sort({ _id: -1 }).limit(NEWEST).toArray()) {
      const { _id, ...rest } = found;
      await collection.replaceOne({ _id }, replaced(rest, '') as object);
    }
  }
  return planted;
}
