import { MONGODB_STORES } from '../../support/store-kinds.js';
import { claimsAreKept } from './claims-kept.js';

claimsAreKept(MONGODB_STORES);
