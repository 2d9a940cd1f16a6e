import { expect } from 'chai';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { decodeAnswer } from '../../../src/platform/outbound/exchange.js';

const LATIN = Buffer.from([0x5a, 0x6f, 0xeb]);
const XML_LATIN = Buffer.concat([
  Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>'),
  LATIN,
  Buffer.from('</a>'),
]);
const UTF16 = Buffer.from('Zoë', 'utf16le');

/** What, bytes, content type, content encoding, the text. */
const TEXTS: readonly (readonly [string, Buffer, string, string, string])[] = [
  ['UTF-8', Buffer.from('Zoë'), 'text/plain', '', 'Zoë'],
  ['no type', Buffer.from('Zoë'), '', '', 'Zoë'],
  ['nothing', Buffer.alloc(0), 'text/plain', 'gzip', ''],
  ['a byte order mark', Buffer.from('\ufeff{}'), 'application/json', '', '{}'],
  ['a byte order mark against its charset', Buffer.from('\ufeffë'), 'text/plain; charset=latin1', '', 'ë'],
  ['Latin 1', LATIN, 'text/plain; charset=ISO-8859-1', '', 'Zoë'],
  ['Windows', Buffer.from([0x80]), 'text/plain; Charset="windows-1252"', '', '€'],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), UTF16]), 'text/xml', '', 'Zoë'],
  ['UTF-16 the other way', Buffer.concat([Buffer.from([0xff, 0xfe]), UTF16]).swap16(), 'text/xml', '', 'Zoë'],
  ['the charset that XML declares', XML_LATIN, 'text/xml', '', XML_LATIN.toString('latin1')],
  ['an unknown charset as UTF-8', Buffer.from('Zoë'), 'text/plain; charset=klingon', '', 'Zoë'],
  ['broken UTF-8', LATIN, 'text/plain', '', 'Zo\ufffd'],
  ['gzip', gzipSync('Zoë'), 'text/plain', 'gzip', 'Zoë'],
  ['x-gzip', gzipSync(LATIN), 'text/plain; charset=latin1', 'X-GZIP', 'Zoë'],
  ['deflate', deflateSync('Zoë'), 'text/plain', 'deflate', 'Zoë'],
  ['brotli', brotliCompressSync('Zoë'), 'text/plain', 'br', 'Zoë'],
  ['identity', Buffer.from('Zoë'), 'text/plain', 'identity', 'Zoë'],
];

/** What, bytes, content encoding, the fault. */
const FAULTS: readonly (readonly [string, Buffer, string, string])[] = [
  ['a bomb', gzipSync(Buffer.alloc(10_000_000)), 'gzip', 'over 256 KiB'],
  ['no gzip', Buffer.from('ACCEPTED'), 'gzip', 'not gzip'],
  ['half a gzip', gzipSync('ACCEPTED').subarray(0, 15), 'gzip', 'not gzip'],
  ['another packing', Buffer.from('x'), 'zstd', 'packed in a way that is not known'],
  ['two packings', gzipSync(gzipSync('x')), 'gzip, gzip', 'packed in a way that is not known'],
];

describe('decodeAnswer', () => {
  for (const [what, bytes, type, packed, text] of TEXTS)
    it(`reads ${what}`, async () => {
      const headers = { 'content-type': type, 'content-encoding': packed };
      expect(await decodeAnswer(bytes, headers)).to.deep.equal({ text });
    });

  for (const [what, bytes, packed, fault] of FAULTS)
    it(`can't read ${what}`, async () => {
      expect(await decodeAnswer(bytes, { 'content-encoding': packed })).to.deep.equal({ fault });
    });
});
