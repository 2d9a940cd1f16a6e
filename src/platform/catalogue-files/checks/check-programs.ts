import { didYouMean } from '../../../core/catalogue/did-you-mean.js';
import { asGroup, asList, asText, asTexts, type LooseEntry } from '../loose.js';
import type { DataPath } from '../yaml-file.js';
import type { CatalogueCheck, Everything, Tell } from './check.js';

/** The values of an offer's programs. */
export const programsOf = (offer: LooseEntry | undefined): string[] =>
  asList(offer?.raw['programs']).flatMap((item) => asText(asGroup(item)['value']) ?? []);

function known(
  tell: Tell,
  path: DataPath,
  program: unknown,
  programs: readonly string[],
  whose: string,
): void {
  if (typeof program === 'string' && !programs.includes(program))
    tell(path, `names no program of ${whose}: "${program}"${didYouMean(program, programs)}`);
}

function checkCaps(
  tell: Tell,
  at: DataPath,
  caps: unknown,
  programs: readonly string[] | undefined,
  whose: string,
): void {
  const seen = new Set<string>();
  asList(caps).forEach((item, index) => {
    const { window, program } = asGroup(item);
    if (programs !== undefined) known(tell, [...at, index, 'program'], program, programs, whose);
    const name = JSON.stringify([window, program]);
    if (seen.has(name)) tell([...at, index], 'is a second cap for the same window and program');
    seen.add(name);
  });
}

/** Programs are named once, and whatever names a program (questions, payouts, caps) names one that exists. */
export const checkPrograms: CatalogueCheck = (entry, tell, all) => {
  if (entry.kind === 'offer') checkOffer(entry, tell);
  if (entry.kind === 'buyer')
    checkCaps(tell, ['caps'], entry.raw['caps'], soldBy(entry, all), "the buyer's offers");
  if (entry.kind === 'campaign') checkCampaign(entry, tell, all);
};

function checkOffer(entry: LooseEntry, tell: Tell): void {
  const programs = programsOf(entry);
  asList(entry.raw['programs']).forEach((item, index) => {
    const value = asText(asGroup(item)['value']);
    if (
      value !== undefined &&
      programs.indexOf(value) < programs.lastIndexOf(value) &&
      isRepeat(entry, value, index)
    )
      tell(['programs', index, 'value'], `is the value of another program: "${value}"`);
  });
  asList(entry.raw['questions']).forEach((item, index) => {
    asTexts(asGroup(asGroup(item)['required_when'])['program_ids']).forEach((program, place) => {
      known(
        tell,
        ['questions', index, 'required_when', 'program_ids', place],
        program,
        programs,
        'the offer',
      );
    });
  });
  checkCaps(tell, ['caps'], entry.raw['caps'], programs, 'the offer');
}

const isRepeat = (entry: LooseEntry, value: string, index: number): boolean =>
  asList(entry.raw['programs']).findIndex((item) => asGroup(item)['value'] === value) < index;

function checkCampaign(entry: LooseEntry, tell: Tell, all: Everything): void {
  const places = asList(entry.raw['offers']).map((item) => {
    const raw = asGroup(item);
    return { raw, offer: all.find('offer', asText(raw['offer']) ?? '') };
  });
  places.forEach(({ raw, offer }, index) => {
    const programs = offer && programsOf(offer);
    checkCaps(tell, ['offers', index, 'caps'], raw['caps'], programs, 'the offer');
    for (const program of programs ? Object.keys(asGroup(raw['payouts'])) : [])
      known(tell, ['offers', index, 'payouts', program], program, programs ?? [], 'the offer');
  });
  const whole = places.every(({ offer }) => offer !== undefined);
  const programs = whole ? places.flatMap(({ offer }) => programsOf(offer)) : undefined;
  checkCaps(tell, ['caps'], entry.raw['caps'], programs, "the campaign's offers");
}

function soldBy(buyer: LooseEntry, all: Everything): string[] | undefined {
  if (!all.complete) return undefined;
  return all.entries
    .filter(({ kind, raw }) => kind === 'offer' && raw['buyer'] === buyer.handle)
    .flatMap(programsOf);
}
