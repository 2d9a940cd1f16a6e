/** The commands find missing secrets of a catalogue in an environment with these. */
export { lacking } from '../../platform/outbound/secrets.js';
export { unsetWords } from '../../platform/outbound/secret-value.js';
