import { checkAddresses } from './check-addresses.js';
import type { CatalogueCheck } from './check.js';
import { checkHours } from './check-hours.js';
import { checkMappings } from './check-mappings.js';
import { checkNames } from './check-names.js';
import { checkPrograms } from './check-programs.js';
import { checkQuestions } from './check-questions.js';
import { checkReferences } from './check-references.js';
import { checkRules } from './check-rules.js';

/** Everything that is checked beyond the shape of single values. */
export const CATALOGUE_CHECKS: readonly CatalogueCheck[] = [
  checkNames,
  checkReferences,
  checkPrograms,
  checkQuestions,
  checkRules,
  checkHours,
  checkAddresses,
  checkMappings,
];
