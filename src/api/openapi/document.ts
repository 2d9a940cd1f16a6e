import type { Route } from '../route.js';
import { answerSchemas } from './answers/answer-schemas.js';
import { HEADERS } from '../../http/openapi/headers.js';
import { INTRODUCTION, TAGS } from './introduction.js';
import type { JsonSchema } from '../../http/openapi/json-schema.js';
import { operationOf, pathOf } from './operation.js';
import { callbackPath } from './operations/callback.js';
import { requestSchemas } from './requests/request-schemas.js';

/** The version of the interface. It changes if clients may have to change. */
export const API_VERSION = '2026-09-28';

/** Builds the OpenAPI 3.1 description of the API from the table of routes and the schemas that validate the bodies. */
export const openApiDocument = (routes: readonly Route[]): JsonSchema => ({
  openapi: '3.1.0',
  info: {
    title: 'Leadkeep',
    version: API_VERSION,
    description: INTRODUCTION,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  security: [{ bearer: [] }, { api_key: [] }],
  tags: TAGS,
  paths: {
    ...pathsOf(routes),
    ...callbackPath(),
  },
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'The API key of the affiliate. Wins over X-API-Key when both are sent.',
      },
      api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key.' },
    },
    headers: HEADERS,
    schemas: withOthers({ ...requestSchemas(routes), ...answerSchemas() }) as JsonSchema,
  },
});

/**
 * Says of every object that it may have other members. That is the default of JSON Schema, but where it is not said, clients
 * that are made from the description throw on a new member or can't send answers to questions, and types are of no members.
 */
function withOthers(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withOthers);
  if (typeof part !== 'object' || part === null) return part;
  const opened = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withOthers(value)]));
  const isObject = opened['type'] === 'object' || [opened['type']].flat().join() === 'object,null';
  return isObject ? { ...opened, additionalProperties: true } : opened;
}

/** A path may have several routes, each with a method of its own. */
function pathsOf(routes: readonly Route[]): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const path = pathOf(route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}
