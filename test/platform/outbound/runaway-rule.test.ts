import { expect } from 'chai';
import type { AnswerRule } from '../../../src/core/catalogue/types.js';
import { destinationsWith, FULL_LEAD, offerAt, SEND_BY } from './fixtures.js';
import { replyServer } from './reply-server.js';

/** The one file that evaluates with the limits of the service; the others take more, so that load can't fail them. */
describe('a rule that runs away', () => {
  it('is ended, and the outcome is unknown', async () => {
    const server = await replyServer();
    const destinations = destinationsWith();
    try {
      server.reply = { body: `${'a'.repeat(40)}!` };
      const answers: AnswerRule[] = [
        { when: '($f := function($x) { $f($x + 1) }; $f(1))', outcome: 'accepted' },
      ];
      expect(
        await destinations.deliver(offerAt(server.url, { answers }), FULL_LEAD, 'lead-1', SEND_BY),
      ).to.deep.equal({ kind: 'unknown', detail: 'answer: did not end within 1000 ms', status: 200 });
    } finally {
      await destinations.close();
      await server.close();
    }
  });
});
