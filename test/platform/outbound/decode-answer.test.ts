import { expect } from 'chai';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decodeAnswer, shownText } from '../../../src/platform/outbound/decode-answer.js';

const LATIN = Buffer.from([0x5a, 0x6f, 0xeb]);
const XML_LATIN = Buffer.concat([
  Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>'),
  LATIN,
  Buffer.from('</a>'),
]);
const DOTNET = Buffer.from('<?xml version="1.0" encoding="utf-16"?><a>Zoë</a>');
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
  ['UTF-16 without a mark', UTF16, 'text/xml', '', 'Zoë'],
  ['UTF-16 without a mark, the other way', Buffer.from(UTF16).swap16(), 'text/xml', '', 'Zoë'],
  ['the charset that XML declares', XML_LATIN, 'text/xml', '', XML_LATIN.toString('latin1')],
  ['an unknown charset as UTF-8', Buffer.from('Zoë'), 'text/plain; charset=klingon', '', 'Zoë'],
  ['broken UTF-8 that is declared', LATIN, 'text/plain; charset=utf-8', '', 'Zo\ufffd'],
  ['UTF-8 that breaks off', Buffer.from('Zoë, Zoë').subarray(0, -1), 'text/plain', '', 'Zoë, Zo\ufffd'],
  ['gzip', gzipSync('Zoë'), 'text/plain', 'gzip', 'Zoë'],
  ['x-gzip', gzipSync(LATIN), 'text/plain; charset=latin1', 'X-GZIP', 'Zoë'],
  ['deflate', deflateSync('Zoë'), 'text/plain', 'deflate', 'Zoë'],
  ['deflate without zlib’s header', deflateRawSync('Zoë'), 'text/plain', 'deflate', 'Zoë'],
  ['gzip that is called deflate', gzipSync('Zoë'), 'text/plain', 'deflate', 'Zoë'],
  ['zlib’s format that is called gzip', deflateSync('Zoë'), 'text/plain', 'gzip', 'Zoë'],
  ['brotli', brotliCompressSync('Zoë'), 'text/plain', 'br', 'Zoë'],
  ['identity', Buffer.from('Zoë'), 'text/plain', 'identity', 'Zoë'],
  ['a charset where a packing should be named', Buffer.from('Zoë'), 'text/plain', 'UTF-8', 'Zoë'],
  ['the word none', Buffer.from('Zoë'), 'text/plain', 'none', 'Zoë'],
  ['UTF-8 that .NET declares as UTF-16', DOTNET, 'text/xml', '', DOTNET.toString()],
];

/** What is not UTF-8 and declares nothing, content type, the text. */
const GUESSED: readonly (readonly [string, Buffer, string, string])[] = [
  ['Latin 1', Buffer.from('{"why":"Zo\xeb is here"}', 'latin1'), 'application/json', '{"why":"Zoë is here"}'],
  ['Latin 1 that ends in a letter', LATIN, 'text/plain', 'Zoë'],
  ['Windows’s quotation marks', Buffer.from([0x93, 0x41, 0x94]), '', '“A”'],
  ['Latin 1 of an unknown charset', LATIN, 'text/plain; charset=klingon', 'Zoë'],
  ['Latin 1 in XML that declares nothing', Buffer.from('<a>Zo\xeb</a>', 'latin1'), 'text/xml', '<a>Zoë</a>'],
];

const said = (packed: string): string => `Content-Encoding says ${packed}, and the body is not packed so`;
const UNKNOWN = 'Content-Encoding names a packing that is not known';
const HALF = gzipSync(`ACCEPTED|${'0123456789abcdef'.repeat(99)}`).subarray(0, 40);

const [GZIP, ZLIB] = [gzipSync('ACCEPTED|7'), deflateSync('ACCEPTED|7')];
/** A stored block, and behind it a kind of block that there is not. */
const DAMAGED_GZIP = Buffer.concat([
  GZIP.subarray(0, 10),
  Buffer.from([0, 8, 0, 0xf7, 0xff]),
  Buffer.from('ACCEPTED'),
  Buffer.from([6, 0, 0]),
]);
const changed = (bytes: Buffer, at: number): Buffer => Buffer.from(bytes).fill(~(bytes[at] ?? 0), at, at + 1);
const MORE = 'the gzip of Content-Encoding is followed by something else';
const SUM = 'the gzip of Content-Encoding ends in a checksum or length that is not that of its text';
const DAMAGED = 'the gzip of Content-Encoding is damaged';

/** What, bytes, content encoding, the fault, what is shown of it. */
const FAULTS: readonly (readonly [string, Buffer, string, string, RegExp])[] = [
  [
    'a bomb',
    gzipSync(Buffer.alloc(10_000_000)),
    'gzip',
    'over 256 KiB',
    /^\(\d+ bytes of gzip, not unpacked\)$/,
  ],
  ['no gzip', Buffer.from('ACCEPTED'), 'gzip', said('gzip'), /^ACCEPTED$/],
  ['one letter', Buffer.from('1'), 'deflate', 'the deflate of Content-Encoding breaks off', /^1$/],
  ['no deflate', Buffer.from('{"ok":true}'), 'deflate', said('deflate'), /^{"ok":true}$/],
  ['no brotli', Buffer.from('ACCEPTED|7'), 'br', said('br'), /^ACCEPTED\|7$/],
  ['half a gzip', HALF, 'gzip', 'the gzip of Content-Encoding breaks off', /^ACCEPTED/],
  [
    'broken gzip',
    gzipSync('ACCEPTED').fill(0xff, 10),
    'gzip',
    said('gzip'),
    /^\(28 bytes of gzip, not unpacked\)$/,
  ],
  ['gzip with more behind it', Buffer.concat([GZIP, Buffer.from('\r\n')]), 'gzip', MORE, /^ACCEPTED\|7$/],
  ['gzip with one more byte', Buffer.concat([GZIP, Buffer.from('\n')]), 'gzip', MORE, /^ACCEPTED\|7$/],
  ['gzip with another checksum', changed(GZIP, GZIP.length - 6), 'gzip', SUM, /^ACCEPTED\|7$/],
  ['gzip with another length', changed(GZIP, GZIP.length - 2), 'gzip', SUM, /^ACCEPTED\|7$/],
  ['zlib’s format with another checksum', changed(ZLIB, ZLIB.length - 1), 'gzip', SUM, /^ACCEPTED\|7$/],
  ['gzip that is damaged in its middle', DAMAGED_GZIP, 'gzip', DAMAGED, /^ACCEPTED/],
  [
    'another packing',
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
    'zstd',
    UNKNOWN,
    /^\(4 bytes of zstd, not unpacked\)$/,
  ],
  ['another packing of what is text', Buffer.from('ACCEPTED'), 'zstd', UNKNOWN, /^ACCEPTED$/],
  [
    'two packings',
    gzipSync(gzipSync('x')),
    'gzip, gzip',
    UNKNOWN,
    /^\(\d+ bytes of gzip, gzip, not unpacked\)$/,
  ],
];

describe('decodeAnswer', () => {
  for (const [what, bytes, type, packed, text] of TEXTS)
    it(`reads ${what}`, async () => {
      const headers = { 'content-type': type, 'content-encoding': packed };
      expect(await decodeAnswer(bytes, headers)).to.deep.equal({ text });
    });

  for (const [what, bytes, type, text] of GUESSED)
    it(`reads ${what} as windows-1252, and says that it is a guess`, async () => {
      const read = await decodeAnswer(bytes, { 'content-type': type });
      expect(read).to.deep.equal({ text, guessed_charset: 'windows-1252' });
    });

  for (const [what, bytes, packed, fault, shown] of FAULTS)
    it(`can't read ${what}, and shows what there is`, async () => {
      const headers = { 'content-encoding': packed };
      expect(await decodeAnswer(bytes, headers)).to.deep.include({ fault });
      expect(shownText(bytes, headers)).to.match(shown);
    });
});
