/** The commands find missing secrets of a catalogue in an environment with these. */
export { missingCallbackSecrets, missingSecrets } from '../../platform/outbound/secrets.js';
export { SECRETS_NEEDED } from '../../platform/outbound/secrets-needed.js';
export { unsetWords } from '../../platform/outbound/secret-value.js';
