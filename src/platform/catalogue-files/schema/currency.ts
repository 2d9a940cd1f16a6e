import * as iso4217 from 'dinero.js/currencies';
import Joi from 'joi';
import { didYouMean } from '../../../core/catalogue/did-you-mean.js';
import { withRule } from './values.js';

const DECIMALS = new Map(Object.values(iso4217).map(({ code, exponent }) => [code as string, exponent]));

/** A currency of ISO 4217 with two decimals, because all amounts are stored in hundredths. */
export const currency = withRule(Joi.string(), (code) => {
  const decimals = DECIMALS.get(code);
  if (decimals === undefined) return `names no currency of ISO 4217${didYouMean(code, [...DECIMALS.keys()])}`;
  return decimals === 2 ? undefined : `must be a currency with two decimals, and ${code} has ${decimals}`;
});
