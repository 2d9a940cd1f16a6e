import { rollbackBody } from '../bodies/drafts.js';
import {
  DIFF_PARAMETERS,
  diffVersions,
  CATALOGUE_ENTRIES_PARAMETERS,
  ENTRY_PARAMETERS,
  listEntries,
  listVersions,
  readCatalogue,
  readEntry,
  readForms,
  readVersion,
  rollback,
  VERSION_PARAMETERS,
  VERSIONS_PARAMETERS,
} from '../handlers/catalogue.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const NO_VERSION = 'there is no version with this number';

/** The catalogue in force and its history. */
export const CATALOGUE_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/catalogue`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: {},
    handle: readCatalogue,
    describe: {
      id: 'read_catalogue',
      summary: 'Read the active catalogue',
      description: 'As one file, which can be applied. Retired entries are left out.',
      schema: 'CatalogueFile',
    },
  }),
  route({
    path: `${BASE}/catalogue/entries`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: CATALOGUE_ENTRIES_PARAMETERS,
    handle: listEntries,
    describe: {
      id: 'list_catalogue_entries',
      summary: 'List the entries of a kind',
      description: 'Handle, name and status of each, retired ones too: their leads, months and lists stay.',
      schema: 'EntryList',
    },
  }),
  route({
    path: `${BASE}/catalogue/forms`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: {},
    handle: readForms,
    describe: {
      id: 'read_entry_forms',
      summary: 'Read what entries may say',
      description:
        'The fields of each kind of entry with their labels, limits and defaults, in the order of a form.',
      schema: 'EntryForms',
    },
  }),
  route({
    path: `${BASE}/catalogue/entry`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: ENTRY_PARAMETERS,
    handle: readEntry,
    describe: {
      id: 'read_entry',
      summary: 'Read an entry to change it',
      description:
        'As in the files of a draft or of the active version, with the names of all entries in these files.',
      schema: 'EditedEntry',
      notFound: 'there is no such entry, or no draft with this id',
      conflict: "the files of the draft aren't YAML",
    },
  }),
  route({
    path: `${BASE}/catalogue/versions`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: VERSIONS_PARAMETERS,
    handle: listVersions,
    describe: {
      id: 'list_catalogue_versions',
      summary: 'List the versions of the catalogue',
      description: 'Who changed it, when, how and why; newest first.',
      schema: 'CatalogueVersionList',
    },
  }),
  route({
    path: `${BASE}/catalogue/versions/:version`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: VERSION_PARAMETERS,
    handle: readVersion,
    describe: {
      id: 'read_catalogue_version',
      summary: 'Read a version of the catalogue',
      description: 'As one file, which can be applied. Retired entries are left out.',
      schema: 'CatalogueFile',
      notFound: NO_VERSION,
    },
  }),
  route({
    path: `${BASE}/catalogue/diff`,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: DIFF_PARAMETERS,
    handle: diffVersions,
    describe: {
      id: 'diff_catalogue_versions',
      summary: 'Compare two versions of the catalogue',
      description: 'Entries that differ, with their fields before and after.',
      schema: 'CatalogueDiff',
      notFound: NO_VERSION,
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/catalogue/rollback`,
    permission: 'catalogue:apply',
    limit: 'acts',
    parameters: {},
    body: rollbackBody,
    handle: rollback,
    describe: {
      id: 'roll_back_catalogue',
      summary: 'Roll back to an earlier version of the catalogue',
      description:
        "It becomes the newest version. Entries that it doesn't have are retired. Send it with `dry_run` first. If changes need a second person, it needs `emergency`.",
      schema: 'RolledBack',
      notFound: NO_VERSION,
      conflict: 'it changes nothing, somebody else was first, or changes need a second person',
    },
  }),
];
