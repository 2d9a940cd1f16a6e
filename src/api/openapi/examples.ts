/** All people and numbers here are invented. The ids come from the sandbox's catalogue. */
export const EXAMPLE_IDS = {
  campaign: '00000000-0000-4000-b000-000000000001',
  affiliate: '00000000-0000-4000-a000-000000000001',
  offer: '750b2fa0-0064-5bc4-884f-c5b06a1afa89',
  search: '0b6f0a5e-5b1c-4f0e-9d5a-2f8f6d1c7a10',
  result: '6a0d3c52-3f4e-4c8b-8a57-0d4b7a9e2f31',
  lead: 'c2a4f7d8-91e3-4b6a-b0c5-7e1d2f3a4b5c',
  request: 'order-4711.try-1',
} as const;

export const OWNER = { svc_campaign_id: EXAMPLE_IDS.campaign, svc_affiliate_id: EXAMPLE_IDS.affiliate };

export const TRACKING = { ip_address: '203.0.113.7', utm_source: 'newsletter', subid: 'spring-24' };

/** A nested lead for a person with this name, e-mail address and phone number. */
export const personNamed = (first_name: string, email: string, phone: string) => ({
  personal: { email, phone, first_name, last_name: 'Accept', date_of_birth: '1990-02-28' },
  address: { address_line_1: '1 Main St', city: 'Madison', state: 'WI', zip_code: '53703' },
  education: { education_level: 'some_college', start_timeline: '1_3_months' },
});
