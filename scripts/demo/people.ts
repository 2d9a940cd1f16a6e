/** An invented consumer. The sandbox decides by the last name. */
export function lead(firstName: string, lastName: string, phone: string) {
  return {
    personal: {
      first_name: firstName,
      last_name: lastName,
      email: `${firstName}.${lastName}@example.com`.toLowerCase(),
      phone,
      date_of_birth: '1994-03-12',
    },
    address: { address_line_1: '12 Spruce Street', city: 'Madison', state: 'WI', zip_code: '53703' },
    education: { education_level: 'associates', start_timeline: '1_3_months' },
    background: { rn_license: 'rn', military_affiliation: 'none' },
  };
}

export type Lead = ReturnType<typeof lead>;

/** From a range reserved for documentation. */
export const TRACKING = { ip_address: '203.0.113.7', utm_source: 'demo' };
