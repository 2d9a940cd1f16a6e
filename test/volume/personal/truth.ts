import { randomInt } from 'node:crypto';

/** What was sent of one person: each value once, with what it is. No two people share one, and none occurs by chance. */
export interface Truth {
  readonly n: number;
  /** Values that name or reach the person: they may be nowhere in clear. */
  readonly values: ReadonlyMap<string, string>;
  /** The affiliate's own labels, which are in clear where the inventory says so. */
  readonly labels: ReadonlyMap<string, string>;
}

/** Each word begins so, so that a search finds all of them by looking for one. */
export const MARK = 'zqx';
export const WORD_LENGTH = 12;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const AREAS = ['608', '414', '312', '715', '920', '262', '507', '651'];
/** Real ZIP codes, which are looked for as whole words only: others may occur by chance. */
const ZIPS = ['53703', '53711', '53719', '54601', '54935', '53211'];
const DAY_MS = 86_400_000;
const OLDEST = Date.UTC(1950, 0, 1);
const YOUNGEST = Date.UTC(2004, 0, 1);

const used = new Set<string>();
function once(make: () => string): string {
  for (;;) {
    const made = make();
    if (used.has(made)) continue;
    used.add(made);
    return made;
  }
}
const one = <T>(of: readonly T[]): T => of[randomInt(of.length)] as T;
/** Without the mark inside: what begins there would be found as a word of its own. */
const word = (): string =>
  once(() => {
    for (;;) {
      const letters = Array.from({ length: WORD_LENGTH - MARK.length }, () => LETTERS[randomInt(26)]).join(
        '',
      );
      if (!(MARK + letters).slice(1).includes(MARK)) return MARK + letters;
    }
  });
const Word = (): string => {
  const made = word();
  return made.charAt(0).toUpperCase() + made.slice(1);
};
const phone = (): string =>
  once(() => `${one(AREAS)}${randomInt(2, 10)}${String(randomInt(1_000_000)).padStart(6, '0')}`);
const ipv4 = (): string =>
  once(() => [randomInt(60, 99), randomInt(1, 255), randomInt(1, 255), randomInt(1, 255)].join('.'));
const birthDate = (): string =>
  new Date(OLDEST + randomInt((YOUNGEST - OLDEST) / DAY_MS) * DAY_MS).toISOString().slice(0, 10);

/** A new person with everything that a call can say of one. */
export function newTruth(n: number): Truth {
  return {
    n,
    values: new Map(
      Object.entries({
        email: `${Word()}.${word()}@${word()}.example`,
        phone: phone(),
        first_name: Word(),
        last_name: `O'${Word()}`,
        date_of_birth: birthDate(),
        address_line_1: `${randomInt(1, 9_999)} ${Word()} Street`,
        address_line_2: `Apt ${Word()}`,
        city: Word(),
        zip_code: one(ZIPS),
        ip_address: ipv4(),
        gclid: word(),
        fbclid: word(),
        click_id: word(),
        utm_source: word(),
        utm_content: `ad ${word()}`,
        user_agent: `Mozilla/5.0 ${Word()}`,
        landing_page: `https://offers.example/?e=${word()}%40${word()}.example&name=${Word()}`,
        extra: `${word()} said so`,
        answer: `my answer is ${word()}`,
        consent_button_label: `Send ${Word()}`,
        consent_cert_url: `https://cert.example/${word()}`,
        universal_lead_ref: word(),
      }),
    ),
    labels: new Map(
      Object.entries({
        subid: word(),
        subid2: word(),
        external_id: word(),
        idempotency_key: word(),
        request_id: word(),
      }),
    ),
  };
}

const of = (truth: Truth, name: string): string => truth.values.get(name) ?? truth.labels.get(name) ?? '';

/** The lead and the tracking of a call about this person. */
export function personIn(truth: Truth): { readonly lead: object; readonly tracking: object } {
  const get = (name: string): string => of(truth, name);
  const each = (...names: string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, get(name)]));
  return {
    lead: {
      personal: each('email', 'phone', 'first_name', 'last_name', 'date_of_birth'),
      address: { ...each('address_line_1', 'address_line_2', 'city', 'zip_code'), state: 'WI' },
      education: { education_level: 'bachelors', start_timeline: 'immediately' },
    },
    tracking: each(
      'ip_address',
      'gclid',
      'fbclid',
      'click_id',
      'utm_source',
      'utm_content',
      'user_agent',
      'landing_page',
      'subid',
      'subid2',
    ),
  };
}

/** What a submit says besides. */
export const submitIn = (truth: Truth): object => ({
  tcpa_consent: true,
  consent_button_label: of(truth, 'consent_button_label'),
  consent_cert_url: of(truth, 'consent_cert_url'),
  universal_lead_ref: of(truth, 'universal_lead_ref'),
  external_id: of(truth, 'external_id'),
  why_now: of(truth, 'answer'),
  made_up_key: of(truth, 'extra'),
});

export const valueOf = of;
