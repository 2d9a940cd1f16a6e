/** ZIP codes, states and distances, for the commands. */
export { createGeo } from '../../platform/geo/geo.js';
