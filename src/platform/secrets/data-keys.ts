import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** The keys that seal personal data. */
export interface DataKeys {
  /** The name of the key that seals. */
  readonly current: string;
  /** The names of all keys. */
  readonly kids: ReadonlySet<string>;
  /** By name: what distinguishes a key from others, but reveals nothing about it. */
  readonly checks: ReadonlyMap<string, string>;
  /** Seals a text as a compact JWE (RFC 7516: A256KW, A256GCM) with a content key of its own. */
  seal(text: string): string;
  /** The text. Undefined: no key has the name that it was sealed under. Throws if it was changed. */
  open(sealed: string): string | undefined;
}

/** A key has 256 bits. */
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KID = /^[A-Za-z0-9._-]{1,40}$/;

/** The initial value of AES key wrap (RFC 3394). */
const WRAP_IV = Buffer.alloc(8, 0xa6);

/** What is wrong with a text of keys: one sentence without any part of a key. */
export class DataKeysError extends Error {
  override readonly name = 'DataKeysError';
}

interface Key {
  /** The protected header as every JWE under this key begins, which says the key's name. */
  readonly header: string;
  readonly key: KeyObject;
}

/** Reads `kid:base64` separated by commas or white space. The first key seals. Throws a DataKeysError. */
export function parseDataKeys(text: string): DataKeys {
  const keys = new Map<string, Key>();
  const seen = new Set<string>();
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [, kid, base64] = /^([^:]*):(.*)$/.exec(entry) ?? [];
    if (kid === undefined || base64 === undefined || !KID.test(kid))
      throw new DataKeysError('each key must be written as name:base64, with a name of 1 to 40 characters');
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.toString('base64').replaceAll('=', '') !== base64.replaceAll('=', ''))
      throw new DataKeysError(`the key ${kid} is not base64`);
    if (bytes.length !== KEY_BYTES)
      throw new DataKeysError(`the key ${kid} has ${bytes.length} bytes instead of ${KEY_BYTES}`);
    if (keys.has(kid)) throw new DataKeysError(`the key ${kid} is there twice`);
    if (seen.has(bytes.toString('hex'))) throw new DataKeysError(`the key ${kid} equals another key`);
    seen.add(bytes.toString('hex'));
    keys.set(kid, { header: headerOf(kid), key: createSecretKey(bytes) });
  }
  const [current] = keys.keys();
  if (current === undefined) throw new DataKeysError('there must be at least one key');
  return dataKeysOf(keys, current);
}

const CHECKED_TEXT = 'leadkeep data key';
const checkOf = (key: KeyObject): string => createHmac('sha256', key).update(CHECKED_TEXT).digest('hex');

const headerOf = (kid: string): string =>
  Buffer.from(JSON.stringify({ alg: 'A256KW', enc: 'A256GCM', kid })).toString('base64url');

/**
 * Node's own ciphers make the JWE, because they work at once: `jose` returns promises and takes eight times as long
 * (ADR 76). A test lets `jose` read what this writes, and the reverse.
 */
function dataKeysOf(keys: ReadonlyMap<string, Key>, current: string): DataKeys {
  const byHeader = new Map([...keys.values()].map(({ header, key }) => [header, key]));
  const sealing = keys.get(current) as Key;
  return {
    current,
    kids: new Set(keys.keys()),
    checks: new Map([...keys].map(([kid, { key }]) => [kid, checkOf(key)])),
    seal(text) {
      const random = randomBytes(KEY_BYTES + IV_BYTES);
      const content = random.subarray(0, KEY_BYTES);
      const iv = random.subarray(KEY_BYTES);
      const wrap = createCipheriv('id-aes256-wrap', sealing.key, WRAP_IV);
      const wrapped = Buffer.concat([wrap.update(content), wrap.final()]);
      const cipher = createCipheriv('aes-256-gcm', content, iv);
      cipher.setAAD(Buffer.from(sealing.header, 'ascii'));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [sealing.header, ...[wrapped, iv, sealed, cipher.getAuthTag()].map(base64url)].join('.');
    },
    open(sealed) {
      const [header = '', ...rest] = sealed.split('.');
      const key = byHeader.get(header) ?? keys.get(kidOf(sealed) ?? '')?.key;
      if (!key) return undefined;
      const [wrapped, iv, text, tag] = rest.map((part) => Buffer.from(part, 'base64url'));
      if (!wrapped || !iv || !text || !tag) throw new Error('not a compact JWE');
      const unwrap = createDecipheriv('id-aes256-wrap', key, WRAP_IV);
      const content = Buffer.concat([unwrap.update(wrapped), unwrap.final()]);
      const decipher = createDecipheriv('aes-256-gcm', content, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(header, 'ascii'));
      decipher.setAuthTag(tag);
      return decipher.update(text, undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url');

/** What a message calls the key that a text was sealed under. */
export const kidOrUnnamed = (sealed: string): string => kidOf(sealed) ?? 'of a record';

/** The name of the key that a text was sealed under. Undefined if it can't be read. */
export function kidOf(sealed: string): string | undefined {
  const header = Buffer.from(sealed.slice(0, sealed.indexOf('.')), 'base64url').toString();
  try {
    const { kid } = JSON.parse(header) as { readonly kid?: unknown };
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
