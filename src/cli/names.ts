export { namesOf, type Names } from '../core/catalogue/names-of.js';
