import Joi from 'joi';
import { ROLE_NAMES, type Role } from '../../core/operators/roles.js';
import { expecting } from '../../http/described-schema.js';

const roles = expecting(
  Joi.array()
    .items(Joi.string().valid(...ROLE_NAMES))
    .unique()
    .max(ROLE_NAMES.length),
  `a list of roles, out of ${ROLE_NAMES.join(', ')}`,
);

export interface InviteBody {
  readonly email?: string;
  readonly roles?: readonly Role[];
}

export const inviteBody = Joi.object<InviteBody>({
  email: expecting(Joi.string().max(254), 'an e-mail address'),
  roles: roles.min(1),
}).required();

export interface RolesBody {
  readonly roles: readonly Role[];
  readonly before?: readonly Role[];
}

export const rolesBody = Joi.object<RolesBody>({ roles: roles.required(), before: roles }).required();
