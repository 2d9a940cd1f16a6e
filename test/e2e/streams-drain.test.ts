import { expect } from 'chai';
import { PATHS, searchBody } from '../support/api.js';
import { openEvents, type Events } from '../support/events.js';
import { apiOf, openStack, type Stack } from '../support/stack.js';

describe('streams of results while web stops', () => {
  let stack: Stack;
  before(async () => {
    stack = await openStack();
    await stack.migrate();
    await stack.apply();
  });
  after(() => stack.close());

  it('end, so that the process ends in time, and go on at another web where they were', async () => {
    const key = await stack.issueKey();
    const headers = { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' };
    const [first, second] = await Promise.all(
      [stack.start('web'), stack.start('web')].map(async (web) => (await web).ready()),
    );
    // Nobody runs the search yet, so its results stay open.
    const searched = await apiOf(first!, key).post(PATHS.search, searchBody());
    const id = searched.body.svc_lead_id;
    const open = (url: string, more = {}): Promise<Events> =>
      openEvents(`${url}${PATHS.results}/${id}`, { ...headers, ...more });
    const streams = await Promise.all([open(first!.url), open(first!.url)]);
    const events = await Promise.all(streams.map((stream) => stream.next()));
    expect(events.map(({ data }) => data['processing_done'])).to.deep.equal([false, false]);

    first!.send('SIGTERM');
    expect(await Promise.all(streams.map((stream) => stream.ended()))).to.deep.equal([true, true]);
    expect(await first!.ended, 'not because its time was up').to.equal('code 0');

    const resumed = await open(second!.url, { 'Last-Event-ID': events[0]!.id });
    const searching = await Promise.all([stack.start('search'), stack.start('partner')]);
    const { data } = await resumed.untilDone();
    expect(data['processing_done']).to.equal(true);
    expect(data['offers']).to.have.length.above(1);
    for (const one of [...searching, second!]) one.send('SIGTERM');
    expect(await second!.ended).to.equal('code 0');
  });
});
