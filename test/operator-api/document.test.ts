import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import supertest from 'supertest';
import { PERMISSIONS } from '../../src/core/operators/permissions.js';
import { openApiDocument } from '../../src/operator-api/openapi/document.js';
import { ROUTES } from '../../src/operator-api/routes.js';
import { describedApi, faultsOf, type Part } from '../support/described-api.js';
import { startOperatorApi } from '../support/operator-api.js';

const API = describedApi(openApiDocument(ROUTES));
const member = (part: Part | undefined, ...keys: string[]): Part =>
  keys.reduce<Part | undefined>((at, key) => at?.[key], part) ?? {};
const pathOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** The routes of people who sign in, which are not in the table. */
const SIGN_IN = [
  ...['GET', 'POST', 'DELETE'].map((method) => ({ method, path: '/api/v1/session' })),
  { method: 'GET', path: '/api/v1/session/own' },
  { method: 'DELETE', path: '/api/v1/session/own/:id' },
  ...['read', 'accept'].map((act) => ({ method: 'POST', path: `/api/v1/invitations/${act}` })),
  { method: 'POST', path: '/api/v1/sign-in/oidc' },
];

/** Every answer that a call of any route can get. */
const STATUSES = ['200', '400', '401', '403', '405', '408', '429', '431', '500', '503'];

describe('operator API: the OpenAPI document', () => {
  it('has every route, and no other', () => {
    const described = Object.entries(API.document['paths'] ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method} ${path}`),
    );
    expect(described).to.have.members(
      [...ROUTES, ...SIGN_IN].map(({ method, path }) => `${method.toLowerCase()} ${pathOf(path)}`),
    );
  });

  it('has nothing to complain about for a linter', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(API.document), config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
    ).to.deep.equal([]);
  });

  for (const { method, path, describe: described, parameters, permission, body } of ROUTES)
    describe(`${method} ${path}`, () => {
      const at = ['paths', pathOf(path), method.toLowerCase()];
      const operation = member(API.document, ...at);

      it('has its parameters, its scope and all its answers, each with its headers', () => {
        const named = Object.values(operation['parameters'] ?? {}).map((one) => one?.['name'] as unknown);
        expect(named).to.deep.equal(Object.keys(parameters));
        expect(operation['description']).to.contain(`permission \`${permission}\``);
        const responses = operation['responses'] ?? {};
        expect(Object.keys(responses)).to.have.members([
          ...STATUSES,
          ...(body ? ['413'] : []),
          ...(described.notFound === undefined ? [] : ['404']),
          ...(described.conflict === undefined ? [] : ['409']),
        ]);
        for (const [http, response] of Object.entries(responses))
          expect(Object.keys(response?.['headers'] ?? {}), http).to.include('X-Request-Id');
      });

      it('has examples of faults that are as the schemas say', () => {
        for (const http of Object.keys(operation['responses'] ?? {})) {
          const place = [...at, 'responses', http, 'content', 'application/json'];
          const examples = Object.entries(member(API.document, ...place, 'examples'));
          for (const [name, example] of examples)
            expect(faultsOf(API.validatorAt(...place, 'schema'), example?.['value']), name).to.deep.equal([]);
        }
      });

      it('has examples of parameters that can be read', () => {
        for (const [name, { example, read }] of Object.entries(parameters))
          if (example !== undefined) expect(read(String(example)), name).to.not.equal(undefined);
      });
    });

  it('names every permission', () => {
    const told = JSON.stringify(API.document['info']);
    for (const permission of PERMISSIONS) expect(told).to.contain(permission);
  });

  it('is served without a key, with its page; not with DOCS=off', async () => {
    const api = await startOperatorApi();
    const off = await startOperatorApi({ docs: 'off' });
    try {
      expect((await supertest(api.url).get('/openapi.json')).body).to.deep.equal(API.document);
      expect((await supertest(api.url).get('/docs')).text).to.contain('<title>Leadkeep operator API</title>');
      for (const path of ['/openapi.json', '/docs'])
        expect((await supertest(off.url).get(path)).status, path).to.equal(404);
    } finally {
      await api.close();
      await off.close();
    }
  });
});
