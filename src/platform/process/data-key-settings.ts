import joi from 'joi';
import { setting } from './setting-kinds.js';

/** The keys that seal personal data (`dataKeysFrom`). */
export interface DataKeySettings {
  readonly dataKeys?: string;
  /** The file that has them instead. */
  readonly dataKeysFile?: string;
}

export const dataKeySettings = {
  dataKeys: setting(
    joi.string(),
    'a list of name:base64',
    'Keys that encrypt personal data, as `name:base64` with 32 bytes each (`openssl rand -base64 32`), separated by commas. The first one encrypts; all decrypt. Every process needs it, or DATA_KEYS_FILE. Keep every key as long as anything is encrypted with it ([data keys](data-keys.md)). No default.',
    '2026-11:MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  ),
  dataKeysFile: setting(
    joi.string(),
    'a file',
    'File with the keys instead, one per line. It is read at start.',
    '/run/leadkeep-keys/data-keys',
  ),
};
