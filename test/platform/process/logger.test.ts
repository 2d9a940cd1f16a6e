import { expect } from 'chai';
import { createLogger } from '../../../src/platform/process/logger.js';

/** What the logger wrote, parsed and as text. */
function logged(write: (log: ReturnType<typeof createLogger>) => void) {
  const lines: string[] = [];
  write(createLogger({ logLevel: 'info' }, 'test', { write: (line) => void lines.push(line) }));
  return { text: lines.join(''), lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

function parseFault(): unknown {
  try {
    return JSON.parse('{"email":"ada@example.com","last_name":"Lovelace" oops');
  } catch (error) {
    return Object.assign(error as Error, { type: 'entity.parse.failed', body: 'ada@example.com Lovelace' });
  }
}

describe('logger', () => {
  it('writes the process, the time and what a child is about', () => {
    const { lines } = logged((log) => {
      log.child({ request_id: 'r1', lead_id: 'l1' }).info('taken');
    });
    expect(lines[0]).to.include({
      process: 'test',
      level: 'info',
      request_id: 'r1',
      lead_id: 'l1',
      msg: 'taken',
    });
    expect(String(lines[0]?.['time'])).to.match(/^\d{4}-\d\d-\d\dT/);
  });

  it('names the file of an error of the file system', () => {
    const { lines } = logged((log) => {
      const gone = Object.assign(new Error("ENOENT: no such file or directory, open '/nowhere/anchors'"), {
        ...{ code: 'ENOENT', syscall: 'open', path: '/nowhere/anchors' },
      });
      log.error({ err: gone }, 'anchoring the audit log failed');
    });
    expect(lines[0]?.['err']).to.include({ code: 'ENOENT', path: '/nowhere/anchors' });
  });

  const dup = Object.assign(new Error('E11000 dup key: { email: "ada@example.com" }'), {
    code: 11_000,
    keyValue: { email: 'ada@example.com' },
  });
  const leaks: readonly [string, (log: ReturnType<typeof createLogger>) => void][] = [
    [
      'a body that could not be parsed',
      (log) => {
        log.error({ err: parseFault() }, 'bad');
      },
    ],
    [
      'an error alone',
      (log) => {
        log.error(parseFault());
      },
    ],
    [
      'an error without a sentence',
      (log) => {
        log.error({ err: dup });
      },
    ],
    [
      'a duplicate key',
      (log) => {
        log.error({ err: dup }, 'dup');
      },
    ],
    [
      'a cause',
      (log) => {
        log.error({ err: new Error('outer', { cause: dup }) }, 'x');
      },
    ],
    [
      'text in a message',
      (log) => {
        log.error({ err: new Error('no such person: ada@example.com') }, 'x');
      },
    ],
    [
      'a lead',
      (log) => {
        log.info({ lead: { personal: { last_name: 'Lovelace' } } }, 'x');
      },
    ],
    [
      'a record',
      (log) => {
        log.info({ record: { lead: { a: 'Lovelace' }, tracking: { ip_address: '203.0.113.7' } } }, 'x');
      },
    ],
    [
      'a request',
      (log) => {
        log.info({ req: { headers: { authorization: 'svc_live_secret' } } }, 'x');
      },
    ],
    [
      'a child about a lead',
      (log) => {
        log.child({ email: 'ada@example.com' }).info('x');
      },
    ],
  ];
  for (const [what, write] of leaks)
    it(`shows no personal data of ${what}`, () => {
      const { text, lines } = logged(write);
      expect(lines).to.have.length(1);
      expect(text).to.not.match(/ada@example|Lovelace|203\.0|svc_live_secret/);
    });

  it('keeps what helps to find a fault', () => {
    const { lines } = logged((log) => {
      log.error({ err: Object.assign(new TypeError('x is not a function'), { code: 'ERR_X' }) }, 'failed');
    });
    const err = lines[0]?.['err'] as { type: string; message: string; code: string; stack: string[] };
    expect(err).to.include({ type: 'TypeError', message: 'x is not a function', code: 'ERR_X' });
    expect(err.stack[0]).to.contain('logger.test');
  });
});
