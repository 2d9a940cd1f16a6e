import { lintFromString, createConfig } from '@redocly/openapi-core';
import { expect } from 'chai';
import { ROUTES } from '../../../src/api/routes.js';
import { CODES } from '../../../src/core/envelope.js';
import { IDENTITY_PARTS } from '../../../src/core/lead/identity.js';
import { DEFAULT_LIMITS } from '../../../src/core/limits/limits.js';
import { document, faultsOf, validatorAt, type Part } from '../../support/api-document.js';

const member = (part: Part | undefined, ...keys: string[]): Part =>
  keys.reduce<Part | undefined>((at, key) => at?.[key], part) ?? {};

const OPERATIONS = ROUTES.map(({ method, path }) => {
  const at = ['paths', path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase()];
  return { name: `${method} ${path}`, at, operation: member(document, ...at) };
});
const CALLBACK = ['paths', '/api/v1/callbacks/{token}', 'post'];

describe('api: the OpenAPI document', () => {
  it('is an OpenAPI 3.1 document of the interface 2026-09-28', () => {
    expect(document['openapi']).to.equal('3.1.0');
    expect(member(document, 'info', 'version')).to.equal('2026-09-28');
    const paths = new Set(ROUTES.map(({ path }) => path));
    expect(Object.keys(document['paths'] ?? {})).to.have.length(paths.size + 1);
  });

  it('has nothing to complain about for a linter', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
    ).to.deep.equal([]);
  });

  for (const { name, at, operation } of OPERATIONS)
    describe(name, () => {
      it('is described', () => {
        for (const key of ['operationId', 'summary', 'description'])
          expect(operation[key], key).to.be.a('string').with.length.above(3);
        expect(operation['tags']).to.have.length(1);
      });

      it('has the answers that every call can get, each with its headers', () => {
        const responses = operation['responses'] ?? {};
        expect(Object.keys(responses)).to.include.members([
          '200',
          '400',
          '401',
          '403',
          '405',
          '408',
          '429',
          '431',
          '500',
          '503',
        ]);
        for (const [http, response] of Object.entries(responses))
          expect(Object.keys(response?.['headers'] ?? {}), http).to.include('X-Request-Id');
      });

      it('has examples that are as the schemas say', () => {
        const bodies: (readonly string[])[] = [
          ...(operation['requestBody'] ? [[...at, 'requestBody']] : []),
          ...Object.keys(operation['responses'] ?? {})
            .filter((http) => http !== '204')
            .map((http) => [...at, 'responses', http]),
        ];
        for (const body of bodies) {
          const place = [...body, 'content', 'application/json'];
          const examples = Object.entries(member(document, ...place, 'examples'));
          expect(examples.length, place.join(' ')).to.be.above(0);
          for (const [example, part] of examples)
            expect(faultsOf(validatorAt(...place, 'schema'), part?.['value']), example).to.deep.equal([]);
        }
      });
    });

  it('tells of each answer only what its own schema says', () => {
    const said = (path: string, method: string): string =>
      member(document, 'paths', path, method, 'responses', '200')['description'] as unknown as string;
    const polled = said('/api/v1/engine/results/{svc_lead_id}', 'get');
    for (const words of ['Search is still running', 'Search is complete', 'No offers found'])
      expect(polled).to.contain(`| OK | saved | ${words} |`);
    expect(said('/api/v1/engine/search', 'post')).to.equal(polled);
    const asked = said('/api/v1/engine/dupe-check', 'post');
    for (const words of ['No duplicate known', 'A duplicate is likely'])
      expect(asked).to.contain(`| OK | accepted | ${words} |`);
    expect(polled + asked).to.not.contain('| Done |');
  });

  it('types the hashes of the pre-check, for tools that make clients', () => {
    const hashed = member(document, 'components', 'schemas', 'HashedParts', 'properties');
    expect(Object.keys(hashed)).to.deep.equal([...IDENTITY_PARTS]);
    for (const part of Object.values(hashed)) {
      const forms = Object.values(part?.['anyOf'] ?? {});
      expect(forms.map((form) => form?.['$ref'])).to.deep.equal([
        '#/components/schemas/Sha256',
        '#/components/schemas/NotUsable',
      ]);
    }
    // A schema without a type would make the whole choice an unknown one.
    expect(member(document, 'components', 'schemas', 'NotUsable')).to.include.keys('type');
  });

  it('has the table of limits', () => {
    const told = member(document, 'info')['description'] as unknown as string;
    for (const [operation, { per_minute, burst }] of Object.entries(DEFAULT_LIMITS))
      expect(told).to.contain(`| ${operation} | ${per_minute} | ${burst} |`);
  });

  it('tells buyers of callbacks, which need no key', () => {
    const operation = member(document, ...CALLBACK);
    expect(operation['security']).to.deep.equal([]);
    expect(Object.keys(operation['responses'] ?? {})).to.deep.equal([
      '200',
      '400',
      '401',
      '404',
      '405',
      '408',
      '409',
      '413',
      '429',
      '431',
      '500',
      '503',
    ]);
    for (const http of Object.keys(operation['responses'] ?? {})) {
      const place = [...CALLBACK, 'responses', http, 'content', 'application/json'];
      for (const part of Object.values(member(document, ...place, 'examples')))
        expect(faultsOf(validatorAt(...place, 'schema'), part?.['value']), http).to.deep.equal([]);
    }
  });

  it('names every code', () => {
    const told = JSON.stringify(member(document, 'info', 'description'));
    for (const code of Object.keys(CODES)) expect(told).to.contain(`| ${code} |`);
  });
});
