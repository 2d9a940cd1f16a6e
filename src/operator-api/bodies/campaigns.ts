import { LINK_DAYS, MAX_LINK_DAYS } from '../../app/posting-spec/make-posting-link.js';
import { body, count, type BodyOf } from './kinds.js';

export type MakeLinkBody = BodyOf<typeof makeLinkBody>;
export const makeLinkBody = body({
  days: count(1, MAX_LINK_DAYS, `How long the link works; by default ${LINK_DAYS}`),
});
