import Joi from 'joi';
import { ADDRESS_PATTERN } from './address-pattern.js';
import { expecting, named, record, shaped, text } from './parts.js';
import { isPublicAddress } from './public-address.js';

/** Text members of tracking, in the order in which faults are answered (docs/contract.md#order-of-the-fields). */
const TEXTS =
  'utm_source utm_medium utm_campaign utm_content utm_term gclid gbraid wbraid fbclid msclkid ttclid click_id subid subid2 subid3 subid4 subid5';

const publicAddress = (): Joi.StringSchema =>
  shaped(
    expecting(
      Joi.string().custom((value: string, helpers) =>
        isPublicAddress(value) ? value : helpers.error('address.public'),
      ),
      "the consumer's own public IPv4 or IPv6 address",
    ),
    {
      pattern: ADDRESS_PATTERN,
      examples: ['203.0.113.7', '2001:db8::7'],
    },
  );

/** `ip`: whether the consumer's address must be sent; a result's submit has it from the search. */
export const trackingSchema = (ip: 'required' | 'optional'): Joi.ObjectSchema =>
  named(
    record(
      {
        ip_address: ip === 'required' ? publicAddress().required() : publicAddress(),
        ...Object.fromEntries(TEXTS.split(' ').map((name) => [name, text()])),
      },
      ['tracking'],
    ),
    ip === 'required' ? 'Tracking' : 'TrackingChanges',
  );
