/** Which secrets of a catalogue are missing in an environment, for the commands. */
export { missingCallbackSecrets, missingSecrets } from '../../platform/outbound/secrets.js';
export { unsetWords } from '../../platform/outbound/secret-value.js';
