import { createRequire } from 'node:module';
import type Zipcodes from 'zipcodes';
import type { Geo } from '../../core/lead/geo.js';

const EARTH_RADIUS_MILES = 3958.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distances between the centers of ZIP codes, from the table of the `zipcodes` package. */
export function createGeo(): Geo {
  const load = createRequire(import.meta.url);
  let codes: (typeof Zipcodes)['codes'] | undefined;
  // Load the table on first use: it takes tens of megabytes, and most processes never need it. The pattern keeps out
  // the table's Canadian codes of three characters.
  const place = (zip: string) =>
    /^\d{5}$/.test(zip) ? (codes ??= (load('zipcodes') as typeof Zipcodes).codes)[zip] : undefined;
  return {
    miles(zipA, zipB) {
      const [a, b] = [place(zipA), place(zipB)];
      if (!a || !b) return undefined;
      const [latA, latB] = [radians(a.latitude), radians(b.latitude)];
      const lon = radians(b.longitude - a.longitude);
      const h = Math.sin((latB - latA) / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(lon / 2) ** 2;
      return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
    },
  };
}
