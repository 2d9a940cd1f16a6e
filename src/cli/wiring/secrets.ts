/** The commands find missing secrets of a catalogue in an environment with these. */
export {
  missingAlertSecrets,
  missingCallbackSecrets,
  missingNoticeSecrets,
  missingSecrets,
  missingWebhookSecrets,
} from '../../platform/outbound/secrets.js';
export { unsetWords } from '../../platform/outbound/secret-value.js';
