import type { Names } from '../../core/catalogue/names-of.js';
import type { Proof } from '../../app/consent/prove-consent.js';
import { factsOf, standingText } from '../../app/consent/proof-words.js';

/** A proof as text. */
export function renderProof(proof: Proof, names: Names): string {
  const facts = factsOf(proof, names);
  const width = Math.max(...facts.map(([name]) => name.length));
  return [
    'Proof of consent',
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    `${'Digest'.padEnd(width)}  ${proof.digest}`,
    standingText(proof),
  ].join('\n');
}
