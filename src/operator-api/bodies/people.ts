import Joi from 'joi';
import { ROLE_NAMES, type Role } from '../../core/operators/roles.js';
import { expecting } from '../../http/described-schema.js';
import { body, listOf, needed, type BodyOf } from './kinds.js';

const roles = expecting(
  listOf(Joi.string<Role>().valid(...ROLE_NAMES))
    .unique()
    .max(ROLE_NAMES.length),
  `a list of roles, out of ${ROLE_NAMES.join(', ')}`,
);

export type InviteBody = BodyOf<typeof inviteBody>;
export const inviteBody = body({
  email: expecting(Joi.string().max(254), 'an e-mail address'),
  roles: roles.min(1),
}).required();

export type RolesBody = BodyOf<typeof rolesBody>;
export const rolesBody = body({ roles: needed(roles), before: roles }).required();
