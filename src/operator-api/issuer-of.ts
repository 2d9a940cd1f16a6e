import type { KeyIssuer } from '../core/operators/operator-key.js';
import type { OperatorCall } from './route.js';

/** Who makes a key or an invitation by a call, as it is kept with it: with the name of now. No process calls. */
export const issuerOf = ({ audit, viewer }: Pick<OperatorCall<object>, 'audit' | 'viewer'>): KeyIssuer => ({
  ...(audit.who as Pick<KeyIssuer, 'kind' | 'id'>),
  name: viewer.name,
});
