import { expect } from 'chai';
import { sentBy } from '../../../src/platform/outbound/sent-by.js';

describe('when an endpoint asks to be called again', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const ROWS: readonly (readonly [retryAfter: string | undefined, ms: number | undefined])[] = [
    [undefined, undefined],
    ['90', 90_000],
    ['0', undefined],
    ['Sun, 01 Mar 2026 12:10:00 GMT', 600_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', undefined],
    ['soon', undefined],
    ['-5', undefined],
  ];
  for (const [retryAfter, ms] of ROWS)
    it(`Retry-After: ${retryAfter ?? 'absent'}`, () => {
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      const sent = sentBy({ kind: 'answered', status: 503, headers, body: '' }, now);
      expect(sent).to.deep.equal({
        ...{ ok: false, status: 503, detail: 'HTTP 503' },
        ...(ms !== undefined && { retry_after_ms: ms }),
      });
    });
});
