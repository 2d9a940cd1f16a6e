/** What each partner finds for everybody: `payout` is its bid in dollars. */
const FINDS: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  edumatch: [
    {
      reference: 'EM-BUS',
      name: 'Business Administration at Prairie State',
      school: { name: 'Prairie State College' },
      programs: [
        { value: 'aas-business', label: 'Associate in Business' },
        { value: 'ba-business', label: 'Bachelor in Business' },
      ],
      questions: [
        {
          name: 'work_experience',
          label: 'How many years have you worked?',
          type: 'select',
          required: true,
          options: [
            { value: '0', label: 'None' },
            { value: '1-5', label: '1 to 5' },
            { value: '6+', label: '6 or more' },
          ],
        },
      ],
      payout: 38,
      tcpa_text: 'By clicking Send I agree that Prairie State College may call me.',
    },
    {
      reference: 'EM-IT',
      name: 'Information Technology at Prairie State',
      school: { name: 'Prairie State College' },
      programs: [{ value: 'bs-it', label: 'Bachelor in Information Technology' }],
      questions: [],
      payout: 21.5,
      tcpa_text: 'By clicking Send I agree that Prairie State College may call me.',
    },
  ],
  campusfinder: [
    {
      reference: 'CF-2207',
      name: 'Medical Assisting at Riverbend',
      school: { name: 'Riverbend Career Institute' },
      programs: [{ value: 'ma-diploma', label: 'Medical Assistant Diploma' }],
      questions: [],
      payout: 30,
      tcpa_text: 'By clicking Send I agree that Riverbend Career Institute may call me.',
    },
  ],
};

/** Entries that no reader should take: each has one fault. */
const ODD: readonly unknown[] = [
  null,
  { reference: 7, name: 'A number for a reference' },
  { reference: 'ODD-1' },
  { reference: 'ODD-2', name: 'A negative bid', payout: -5 },
  { reference: 'ODD-3', name: 'A bid in words', payout: 'twelve' },
  { reference: 'ODD-4', name: 'A question without options', questions: [{ name: 'q', type: 'select' }] },
];

/** A partner's search answer at `now`; its results can be submitted for 20 minutes. */
export function searchResults(
  handle: string,
  now: Date,
  odd: boolean,
): { readonly results: readonly unknown[] } {
  const expires_at = new Date(now.getTime() + 20 * 60_000).toISOString();
  const found = (FINDS[handle] ?? []).map((entry) => ({ ...entry, expires_at }));
  return { results: odd ? [...ODD, ...found] : found };
}
