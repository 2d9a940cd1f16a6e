import { alertSettingsOf, type AlertSettings } from '../../core/alerts/settings.js';
import { inUse } from '../../core/catalogue/in-use.js';
import {
  missingAlertSecrets,
  missingCallbackSecrets,
  missingNoticeSecrets,
  missingSecrets,
  missingWebhookSecrets,
  type Caller,
  type Missing,
  type NotifiedBuyer,
  type Teller,
} from './secrets.js';

interface Status {
  readonly status: string;
}

/** What may need secrets of a catalogue: its retired entries too. */
export interface Needing {
  readonly affiliates: readonly (Teller & Status)[];
  readonly buyers: readonly NotifiedBuyer[];
  readonly offers: readonly (Caller & Status)[];
  readonly campaigns: readonly (Caller & Teller & Status)[];
  readonly alerts?: AlertSettings;
}

interface SecretsNeeded {
  /** The processes that read these secrets. */
  readonly processes: readonly string[];
  /** Begins the sentence that ends with the handles. */
  readonly need: string;
  readonly missing: (needing: Needing, env: NodeJS.ProcessEnv) => Missing;
}

/** Who needs which secrets. Retired entries need none, except where something may still be owed to them. */
export const SECRETS_NEEDED: readonly SecretsNeeded[] = [
  {
    processes: ['submit', 'partner'],
    need: 'the workers need it for',
    missing: ({ offers, campaigns }, env) => missingSecrets(inUse([...offers, ...campaigns]), env),
  },
  {
    processes: ['web'],
    need: 'web needs it for callbacks for',
    missing: ({ offers }, env) => missingCallbackSecrets(inUse(offers), env),
  },
  {
    processes: ['submit'],
    need: 'submit needs it to tell',
    // A retired buyer still has people's data, and is told of what they revoke.
    missing: ({ buyers }, env) => missingNoticeSecrets(buyers, env),
  },
  {
    processes: ['notify'],
    need: 'notify needs it to tell',
    missing: ({ affiliates, campaigns }, env) =>
      missingWebhookSecrets(inUse<Teller & Status>([...affiliates, ...campaigns]), env),
  },
  {
    processes: ['console'],
    need: 'console needs it for',
    missing: (needing, env) => missingAlertSecrets(alertSettingsOf(needing), env),
  },
];
