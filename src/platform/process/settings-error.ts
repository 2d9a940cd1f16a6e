/** A setting is wrong or missing. The error's message is one sentence for the person who starts the process. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
