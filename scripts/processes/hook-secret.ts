import { randomBytes } from 'node:crypto';

/** What signs the webhooks to the sandbox's affiliates, as Standard Webhooks has it. */
export const hookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
