import { expect } from 'chai';
import { startContract, type Contract } from '../support/contract.js';

const LOOSE = {
  personal: { phone: '+1 (608) 555-0199', date_of_birth: '1990/02/28' },
  address: { state: 'wi', zip_code: '53703-1234' },
  has_internet_access: true,
  education_level: 'Some college',
};
const FIRM = {
  personal: { phone: '6085550199', date_of_birth: '1990-02-28' },
  address: { state: 'WI', zip_code: '53703' },
  education: { education_level: 'some_college' },
  background: { has_internet_access: 'yes' },
};

const file = (accept_loose_formats: boolean) => ({
  affiliates: { northwind: { accept_loose_formats } },
  offers: { nursing: { required_fields: ['personal.email', 'personal.phone'] } },
  campaigns: { edu: { offers: [{ offer: 'nursing' }] } },
});

describe('contract: loose formats', () => {
  let contract: Contract;
  before(async () => {
    contract = await startContract(() => file(true));
  });
  after(() => contract.close());

  it('are put into the form wanted, and the answer names the fields but no value', async () => {
    const { status, body } = await contract.search('edu', { lead: LOOSE });
    expect(status).to.equal(200);
    expect(body['normalized']).to.have.deep.members([
      { field: 'lead.personal.phone', to: 'ten digits' },
      { field: 'lead.personal.date_of_birth', to: 'YYYY-MM-DD' },
      { field: 'lead.address.state', to: 'a state code in capitals' },
      { field: 'lead.address.zip_code', to: 'five digits' },
      { field: 'lead.has_internet_access', to: 'one of the values' },
      { field: 'lead.education_level', to: 'one of the values' },
    ]);
    expect((await contract.api.platform.searches.read(body.svc_lead_id))?.lead).to.deep.equal(FIRM);
  });

  it('a field that the result asked for, sent at the top level, is read in the same way', async () => {
    const found = await contract.searched('edu', { lead: { email: 'ann@example.com' } });
    const { body } = await contract.submit(found, 'nursing', { phone: '(608) 555-0188' });
    expect(body.code).to.equal('ACCEPTED');
    expect(body['normalized']).to.deep.equal([{ field: 'phone', to: 'ten digits' }]);
  });

  it('nothing is said where nothing was changed', async () => {
    const { body } = await contract.search('edu', { lead: FIRM });
    expect(body).to.not.have.property('normalized');
  });

  it('what can not be read for certain stays refused', async () => {
    const { body } = await contract.search('edu', {
      lead: { phone: '555-0199', dob: '02/28/1990', state: 'Wisconsin', zip: '5370', age: '30.0' },
    });
    const errors = body['errors'] as readonly { field: string }[];
    expect(errors.map(({ field }) => field)).to.deep.equal([
      'lead.phone',
      'lead.dob',
      'lead.age',
      'lead.state',
      'lead.zip',
    ]);
  });

  it('are refused where the affiliate has not agreed to it', async () => {
    await contract.apply(file(false));
    const { status, body } = await contract.search('edu', { lead: LOOSE });
    expect([status, body.field]).to.deep.equal([400, 'lead.personal.phone']);
  });
});
