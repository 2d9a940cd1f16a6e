import { didYouMean } from '../../../core/catalogue/did-you-mean.js';
import { asGroup, asList, asText, asTexts, type LooseEntry } from '../loose.js';
import type { DataPath } from '../yaml-file.js';
import type { EntryValidator, ValidationContext, Report } from './validation-context.js';

/** The values of an offer's programs. */
export const programsOf = (offer: LooseEntry | undefined): string[] =>
  asList(offer?.raw['programs']).flatMap((item) => asText(asGroup(item)['value']) ?? []);

function known(
  report: Report,
  path: DataPath,
  program: unknown,
  programs: readonly string[],
  whose: string,
): void {
  if (typeof program === 'string' && !programs.includes(program))
    report(path, `names no program of ${whose}: "${program}"${didYouMean(program, programs)}`);
}

function validateCaps(
  report: Report,
  at: DataPath,
  caps: unknown,
  programs: readonly string[] | undefined,
  whose: string,
): void {
  const seen = new Set<string>();
  asList(caps).forEach((item, index) => {
    const { window, program } = asGroup(item);
    validateRange(report, [...at, index], asGroup(item), 'limit');
    if (programs !== undefined) known(report, [...at, index, 'program'], program, programs, whose);
    const name = JSON.stringify([window, program]);
    if (seen.has(name)) report([...at, index], 'is a second cap for the same window and program');
    seen.add(name);
  });
}

/** Within which values a timed change may set another one. */
function validateRange(
  report: Report,
  at: DataPath,
  group: Readonly<Record<string, unknown>>,
  name: 'limit' | 'price' | 'payout',
): void {
  const [least, most] = asList(group[`${name}_range`]).map(Number);
  if (least === undefined || most === undefined) return;
  const value = group[name] === undefined ? least : Number(group[name]);
  if (!(least <= value && value <= most))
    report([...at, `${name}_range`], `must be the least and the most ${name}, with \`${name}\` between them`);
}

/** A program may be defined only once. Questions, prices, payouts and caps may name only programs that exist. */
export const validatePrograms: EntryValidator = (entry, report, all) => {
  if (entry.kind === 'offer') validateOffer(entry, report);
  if (entry.kind === 'buyer')
    validateCaps(report, ['caps'], entry.raw['caps'], soldBy(entry, all), "the buyer's offers");
  if (entry.kind === 'campaign') validateCampaign(entry, report, all);
};

function validateOffer(entry: LooseEntry, report: Report): void {
  validateRange(report, [], entry.raw, 'price');
  const programs = programsOf(entry);
  asList(entry.raw['programs']).forEach((item, index) => {
    const value = asText(asGroup(item)['value']);
    if (
      value !== undefined &&
      programs.indexOf(value) < programs.lastIndexOf(value) &&
      isRepeat(entry, value, index)
    )
      report(['programs', index, 'value'], `is the value of another program: "${value}"`);
  });
  asList(entry.raw['questions']).forEach((item, index) => {
    asTexts(asGroup(asGroup(item)['required_when'])['program_ids']).forEach((program, place) => {
      known(
        report,
        ['questions', index, 'required_when', 'program_ids', place],
        program,
        programs,
        'the offer',
      );
    });
  });
  validateCaps(report, ['caps'], entry.raw['caps'], programs, 'the offer');
}

const isRepeat = (entry: LooseEntry, value: string, index: number): boolean =>
  asList(entry.raw['programs']).findIndex((item) => asGroup(item)['value'] === value) < index;

function validateCampaign(entry: LooseEntry, report: Report, all: ValidationContext): void {
  const places = asList(entry.raw['offers']).map((item) => {
    const raw = asGroup(item);
    return { raw, offer: all.find('offer', asText(raw['offer']) ?? '') };
  });
  places.forEach(({ raw, offer }, index) => {
    const programs = offer && programsOf(offer);
    validateCaps(report, ['offers', index, 'caps'], raw['caps'], programs, 'the offer');
    validateRange(report, ['offers', index], raw, 'payout');
    for (const key of programs ? ['prices', 'payouts'] : [])
      for (const program of Object.keys(asGroup(raw[key])))
        known(report, ['offers', index, key, program], program, programs ?? [], 'the offer');
  });
  const whole = places.every(({ offer }) => offer !== undefined);
  const programs = whole ? places.flatMap(({ offer }) => programsOf(offer)) : undefined;
  validateCaps(report, ['caps'], entry.raw['caps'], programs, "the campaign's offers");
}

function soldBy(buyer: LooseEntry, all: ValidationContext): string[] | undefined {
  if (!all.complete) return undefined;
  return all.entries
    .filter(({ kind, raw }) => kind === 'offer' && raw['buyer'] === buyer.handle)
    .flatMap(programsOf);
}
