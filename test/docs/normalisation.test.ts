import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { hashPart, IDENTITY_PARTS, type IdentityPart } from '../../src/core/lead/identity.js';

interface Vector {
  readonly field: IdentityPart;
  readonly raw: string;
  readonly normalized: string | null;
  readonly sha256: string | null;
}

describe('docs/normalisation.json', () => {
  const { vectors } = JSON.parse(readFileSync('docs/normalisation.json', 'utf8')) as {
    readonly vectors: readonly Vector[];
  };

  it('has vectors of every field', () => {
    expect([...new Set(vectors.map(({ field }) => field))]).to.have.members([...IDENTITY_PARTS]);
  });

  for (const { field, raw, normalized, sha256 } of vectors)
    it(`${field} ${JSON.stringify(raw)} → ${normalized ?? 'not usable'}`, () => {
      expect(hashPart(field, raw) ?? null).to.equal(sha256);
      if (normalized !== null) expect(hashPart(field, normalized)).to.equal(sha256);
    });
});
