import { OutageError } from '../../app/outage.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import type { CatalogueCache } from '../mongo/catalogue/catalogue-cache.js';

/** The catalogue in force. Throws an OutageError until it was read for the first time. */
export function currentOf(cache: Pick<CatalogueCache, 'loaded' | 'current'>): Catalogue {
  if (!cache.loaded()) throw new OutageError('MongoDB', new Error('the catalogue was not read yet'));
  return cache.current();
}
