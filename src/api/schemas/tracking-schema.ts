import Joi from 'joi';
import { expecting, named, record, shaped, text } from './parts.js';
import { isPublicAddress } from './public-address.js';

/** Text members of tracking in the order of the specification. */
const TEXTS =
  'utm_source utm_medium utm_campaign utm_content utm_term gclid gbraid wbraid fbclid msclkid ttclid click_id subid subid2 subid3 subid4 subid5';

const BYTE = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';

const publicAddress = (): Joi.StringSchema =>
  shaped(
    expecting(
      Joi.string().custom((value: string, helpers) =>
        isPublicAddress(value) ? value : helpers.error('address.public'),
      ),
      "the consumer's own public IPv4 or IPv6 address",
    ),
    {
      pattern: `${BYTE}([.]${BYTE}){3}|([0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}([.0-9]{7,15})?`,
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
