import type { Route } from '../route.js';
import { describeApi, pathsOf } from '../../http/openapi/describe-api.js';
import type { JsonSchema } from '../../http/openapi/json-schema.js';
import { answerSchemas } from './answers/answer-schemas.js';
import { INTRODUCTION, TAGS } from './introduction.js';
import { operationOf } from './operation.js';
import { callbackPath } from './operations/callback.js';
import { requestSchemas } from './requests/request-schemas.js';

/** Describes the API by the table of routes and the schemas that validate the bodies. */
export const openApiDocument = (routes: readonly Route[]): JsonSchema =>
  describeApi({
    ...{ title: 'Leadkeep', version: '2026-09-28', introduction: INTRODUCTION, tags: TAGS },
    key: 'The API key of the affiliate.',
    paths: { ...pathsOf(routes, operationOf), ...callbackPath() },
    schemas: withOthers({ ...requestSchemas(routes), ...answerSchemas() }) as JsonSchema,
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
