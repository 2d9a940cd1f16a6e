import { createHash } from 'node:crypto';
import { readJson } from './received-json.js';
import { isGroup, readXml, writeXmlParts } from './xml.js';

interface MappingFunction {
  readonly name: string;
  readonly implementation: (value: unknown) => unknown;
  /** The function's types in JSONata's notation. A missing argument reaches the function as undefined. */
  readonly signature: string;
}

/** JSONata has checked against the signature that the argument is text. */
const ofText =
  (made: (text: string) => unknown) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? made(value) : undefined;

const hash = (algorithm: 'md5' | 'sha256') =>
  ofText((text) => createHash(algorithm).update(text).digest('hex'));

/** The functions that mappings can call in addition to JSONata's own. All are pure. */
export const FUNCTIONS: readonly MappingFunction[] = [
  {
    name: 'xml',
    implementation: (value) => (isGroup(value) ? writeXmlParts(value) : undefined),
    signature: '<o:s>',
  },
  { name: 'parseXml', implementation: ofText((text) => readXml(text)), signature: '<s:x>' },
  { name: 'parseJson', implementation: ofText((text) => readJson(text)), signature: '<s:x>' },
  { name: 'sha256', implementation: hash('sha256'), signature: '<s:s>' },
  { name: 'md5', implementation: hash('md5'), signature: '<s:s>' },
];
