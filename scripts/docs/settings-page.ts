import { MONGO_URL_OPTIONS } from '../../src/platform/mongo/mongo-url.js';
import { describeSettings, type SettingRow } from '../../src/platform/process/settings.js';
import { referencePage } from './reference-page.js';

/** docs/reference/settings.md, from the schema of the settings. */
export const settingsPage = (): string =>
  referencePage(`# Settings

Environment variables that every process reads once, at start. [Settings in detail](settings.md) explains some of them. Times are in milliseconds.

| Setting | Default | Example | What it does |
|---|---|---|---|
${describeSettings().map(row).join('\n')}

## Options of MONGO_URL

| Option | Values |
|---|---|
${Object.entries(MONGO_URL_OPTIONS).map(optionRow).join('\n')}
`);

const code = (text: string | undefined): string =>
  text === undefined ? 'none' : text === '' ? 'empty' : `\`${text}\``;

const row = ({ name, example, description, ...rest }: SettingRow): string =>
  `| \`${name}\` | ${code(rest.default)} | ${code(example)} | ${description.replace('](#', '](settings.md#')} |`;

const optionRow = ([name, allowed]: readonly [string, (typeof MONGO_URL_OPTIONS)[string]]): string =>
  `| \`${name}\` | ${allowed === 'anything' ? 'any' : allowed.map(code).join(', ')} |`;
