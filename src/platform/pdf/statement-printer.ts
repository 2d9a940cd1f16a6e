import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate as others } from 'node:timers/promises';
import * as fontkit from 'fontkit';
import PDFDocument from 'pdfkit';
import type { PrintableStatement, StatementPrinter } from '../../app/ports/statement-printer.js';
import { formatCents } from '../../core/catalogue/money.js';
import { replaceInvisible } from '../../core/lead/invisible-characters.js';
import {
  dueDay,
  statementNotes,
  subidsText,
  type OfferTotals,
  type StatementLine,
} from '../../core/money/statement.js';

/** In points. Letter, wide, because a line has up to ten columns. */
const PAGE = { width: 792, height: 612, margin: 36 } as const;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const RIGHT = PAGE.margin + WIDTH;
/** Where lines end; the page's number is below. */
const BOTTOM = PAGE.height - PAGE.margin - 14;
const SMALL = 7;
const INK = '#111111';
const GRAY = '#555555';
/** How long a step may take before others get their turn. */
const STEP_MS = 10;
/** What stands for a character that the fonts lack. */
const LACKING = '\u25a1';
const FROM_RIGHT = String.raw`\S*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Nko}]\S*`;
/** Words that are written from right to left. The library turns the letters of each word, and not the words. */
const WORDS_FROM_RIGHT = new RegExp(`${FROM_RIGHT}(?: ${FROM_RIGHT})+`, 'gu');

const KINDS = {
  sale: 'Sale',
  return: 'Return',
  return_reversal: 'Return undone',
  adjustment: 'Adjustment',
} as const satisfies Readonly<Record<StatementLine['kind'], string>>;

interface Fonts {
  readonly plain: Buffer;
  readonly bold: Buffer;
  readonly known: ReadonlySet<number>;
}

/** Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic and more. Read when the first PDF is made. */
function readFonts(): Fonts {
  const fileOf = (name: string): Buffer =>
    readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
  const [plain, bold] = [fileOf('DejaVuSansCondensed'), fileOf('DejaVuSansCondensed-Bold')];
  const sets = [plain, bold].map((file) => new Set((fontkit.create(file) as fontkit.Font).characterSet));
  const known = new Set([...(sets[0] ?? [])].filter((character) => sets[1]?.has(character)));
  return { plain, bold, known };
}

interface Column<Row> {
  readonly head: string;
  readonly width: number;
  readonly isAmount?: boolean;
  readonly cell: (row: Row) => string | null;
}

/** Prints statements as PDF. The same statement has the same bytes, with the same release of Leadkeep and of Node. */
export function createStatementPrinter(): StatementPrinter {
  let fonts: Fonts | undefined;
  return async (statement) => {
    fonts ??= readFonts();
    return new StatementPages(statement, fonts).print();
  };
}

class StatementPages {
  private readonly doc: PDFKit.PDFDocument;
  private readonly title: string;
  private y: number = PAGE.margin;
  private lacks = false;
  private step = performance.now();

  constructor(
    private readonly statement: PrintableStatement,
    private readonly fonts: Fonts,
  ) {
    const { head, dated } = statement;
    const { number, party, month } = head;
    this.title =
      number === undefined ? `Draft: ${party.kind} ${party.handle}, ${month}` : `Statement ${number}`;
    this.doc = new PDFDocument({
      ...{ size: [PAGE.width, PAGE.height], margin: PAGE.margin, bufferPages: true, lang: 'en-US' },
      info: {
        Title: this.title,
        Creator: 'Leadkeep',
        Producer: 'Leadkeep',
        CreationDate: dated,
        ...(head.issuer.name === undefined ? {} : { Author: head.issuer.name }),
      },
    });
    this.doc.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold);
  }

  async print(): Promise<Buffer> {
    const parts: Buffer[] = [];
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.on('data', (part: Buffer) => parts.push(part));
      this.doc.on('end', resolve);
      this.doc.on('error', reject);
    });
    this.letterhead();
    const { head, lines, totals } = this.statement;
    if (lines.length === 0) this.paragraph('No movements.');
    else {
      await this.table(offerColumns(), totals.offers);
      this.y += 14;
      await this.table(lineColumns(head.party.kind), lines);
    }
    this.notes();
    await this.footers();
    this.doc.end();
    await ended;
    return Buffer.concat(parts);
  }

  private letterhead(): void {
    const { head, totals } = this.statement;
    const { number, party, issuer, month, currency, time_zone } = head;
    const half = WIDTH / 2;
    const { margin } = PAGE;
    const due = totals.net_cents === 0 ? undefined : dueDay(head);
    const from = this.lines(margin, [issuer.name, ...linesOf(issuer.address)], half - 12);
    const to = this.lines(margin, [party.name, ...linesOf(party.address)], half - 12, from + 12);
    this.text(this.title, {
      x: margin + half,
      y: margin,
      width: half,
      size: 14,
      isBold: true,
      isRight: true,
    });
    const facts = [
      ...(number === undefined ? [['', 'The month is open: more entries may come.']] : []),
      [party.kind === 'buyer' ? 'Buyer' : 'Affiliate', party.handle],
      ['Month', `${month}, days in ${time_zone}`],
      [netWords(party.kind, totals.net_cents), `${formatCents(Math.abs(totals.net_cents))} ${currency}`],
      ...(due === undefined ? [] : [['Due', due]]),
    ] as const;
    let y = margin + 24;
    for (const [name = '', value = ''] of facts) {
      this.text(name, { x: margin + half, y, width: half - 200, size: 8, color: GRAY, isRight: true });
      const isBold = name.startsWith('Net');
      this.text(value, { x: RIGHT - 190, y, width: 190, size: 8, isBold, isRight: true });
      y += 12;
    }
    this.y = Math.max(y, to) + 14;
  }

  /** The first one is bold. Returns where the next one would begin. */
  private lines(
    x: number,
    texts: readonly (string | undefined)[],
    width: number,
    from: number = PAGE.margin,
  ) {
    let y = from;
    for (const [at, text] of texts.entries()) {
      if (text === undefined) continue;
      const isBold = at === 0;
      const size = isBold ? 10 : 8;
      y += this.text(text, { x, y, width, size, isBold }) + 1;
    }
    return y;
  }

  private async table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<void> {
    this.headOf(columns);
    for (const row of rows) {
      this.doc.font('plain').fontSize(SMALL);
      const cells = columns.map(({ width, isAmount, cell }) => ({
        ...{ width, isAmount },
        words: this.measured(this.clean(cell(row) ?? ''), width - 6),
      }));
      const height = Math.max(...cells.map(({ words }) => words.height)) + 4;
      if (this.y + height > BOTTOM) {
        this.nextPage();
        this.headOf(columns);
      }
      let x: number = PAGE.margin;
      this.doc.font('plain').fontSize(SMALL).fillColor(INK);
      for (const { words, width, isAmount = false } of cells) {
        this.draw(words, { x, y: this.y + 2, width: width - 6, isRight: isAmount });
        x += width;
      }
      this.y += height;
      this.rule(0.25, '#cccccc');
      await this.pause();
    }
  }

  private headOf<Row>(columns: readonly Column<Row>[]): void {
    if (this.y + 40 > BOTTOM) this.nextPage();
    let x: number = PAGE.margin;
    for (const { head, width, isAmount = false } of columns) {
      this.text(head, { x, y: this.y, width: width - 6, size: SMALL, isBold: true, isRight: isAmount });
      x += width;
    }
    this.y += 11;
    this.rule(1, INK);
  }

  private rule(thickness: number, color: string): void {
    this.doc
      .lineWidth(thickness)
      .strokeColor(color)
      .moveTo(PAGE.margin, this.y)
      .lineTo(RIGHT, this.y)
      .stroke();
  }

  /** The pages after the first one say at their head whose they are. */
  private nextPage(): void {
    const { party, month } = this.statement.head;
    this.doc.addPage();
    this.y = PAGE.margin;
    const words = `${this.title} · ${party.name} · ${month}`;
    this.y += this.text(words, { x: PAGE.margin, y: this.y, width: WIDTH, size: SMALL, color: GRAY }) + 6;
  }

  private paragraph(words: string): void {
    if (this.y + 20 > BOTTOM) this.nextPage();
    this.y += this.text(words, { x: PAGE.margin, y: this.y, width: WIDTH, size: 8 }) + 4;
  }

  private notes(): void {
    const { head, totals } = this.statement;
    this.y += 10;
    for (const note of statementNotes(head, totals)) this.paragraph(note);
    this.paragraph('Negative amounts are credits.');
    if (this.lacks)
      this.paragraph(`${LACKING} stands for a character that the fonts of this file lack. The CSV has it.`);
  }

  private async footers(): Promise<void> {
    const { count } = this.doc.bufferedPageRange();
    const y = PAGE.height - PAGE.margin - 8;
    for (let at = 0; at < count; at += 1) {
      this.doc.switchToPage(at);
      const words = `Page ${at + 1} of ${count}`;
      this.text(words, { x: PAGE.margin, y, width: WIDTH, size: SMALL, color: GRAY, isRight: true });
      await this.pause();
    }
  }

  /** Returns its height. */
  private text(words: string, { size, color = INK, isBold = false, ...at }: Place & Style): number {
    this.doc
      .font(isBold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(color);
    const measured = this.measured(this.clean(words), at.width);
    this.draw(measured, at);
    return measured.height;
  }

  /** How much room words take in the font that is set: on one line if they can, and never more than a page has. */
  private measured(words: string, width: number): Measured {
    const { doc } = this;
    const taken = doc.widthOfString(words);
    const height = taken <= width ? doc.currentLineHeight() : doc.heightOfString(words, { width });
    return { words, taken, height: Math.min(height, BOTTOM - PAGE.margin - 60) };
  }

  private draw({ words, taken, height }: Measured, { x, y, width, isRight = false }: Place): void {
    if (words === '') return;
    if (taken <= width) this.doc.text(words, isRight ? x + width - taken : x, y, { lineBreak: false });
    else this.doc.text(words, x, y, { width, height, ellipsis: true, align: isRight ? 'right' : 'left' });
  }

  /** What others wrote, on one line, without what nobody sees. */
  private clean(text: string): string {
    if (/^[\x20-\x7e]*$/.test(text)) return text;
    const seen = replaceInvisible(text.replaceAll(/\s+/g, ' '), () => '').normalize('NFC');
    const shown = Array.from(seen, (character) =>
      this.fonts.known.has(character.codePointAt(0) ?? 0) ? character : LACKING,
    ).join('');
    this.lacks ||= shown !== seen;
    return shown.replace(WORDS_FROM_RIGHT, (words) => words.split(' ').toReversed().join(' '));
  }

  private async pause(): Promise<void> {
    if (performance.now() - this.step < STEP_MS) return;
    await others();
    this.step = performance.now();
  }
}

interface Measured {
  readonly words: string;
  /** The width on one line. */
  readonly taken: number;
  readonly height: number;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly isRight?: boolean;
}

interface Style {
  readonly size: number;
  readonly color?: string;
  readonly isBold?: boolean;
}

const linesOf = (address: string | undefined): string[] => address?.split('\n') ?? [];

/** Who owes the net. */
function netWords(kind: 'buyer' | 'affiliate', cents: number): string {
  if (cents === 0) return 'Net';
  return (kind === 'buyer') === cents > 0 ? 'Net, owed by you' : 'Net, owed to you';
}

const offerColumns = (): readonly Column<OfferTotals>[] => {
  const amount = (head: string, cents: (offer: OfferTotals) => number): Column<OfferTotals> => ({
    ...{ head, width: 90, isAmount: true, cell: (offer) => formatCents(cents(offer)) },
  });
  const count = (head: string, of: (offer: OfferTotals) => number): Column<OfferTotals> => ({
    ...{ head, width: 60, isAmount: true, cell: (offer) => String(of(offer)) },
  });
  return [
    { head: 'By offer', width: WIDTH - 480, cell: ({ offer }) => offer ?? 'Adjustments without a lead' },
    count('Sales', ({ sales }) => sales),
    amount('Sold', ({ sales_cents }) => sales_cents),
    count('Returns', ({ returns }) => returns),
    amount('Returned', ({ returns_cents }) => returns_cents),
    amount('Adjusted', ({ adjustments_cents }) => adjustments_cents),
    amount('Net', ({ net_cents }) => net_cents),
  ];
};

/** A buyer's columns have the room that an affiliate's labels need. */
function lineColumns(kind: 'buyer' | 'affiliate'): readonly Column<StatementLine>[] {
  const isBuyer = kind === 'buyer';
  return [
    { head: 'Day', width: 52, cell: ({ day }) => day },
    { head: 'What', width: 58, cell: ({ kind: what }) => KINDS[what] },
    { head: 'Lead', width: 146, cell: ({ lead_id }) => lead_id },
    { head: 'Reference', width: isBuyer ? 104 : 66, cell: ({ reference }) => reference },
    ...(isBuyer
      ? []
      : ([
          {
            head: 'Subids',
            width: 72,
            cell: subidsText,
          },
          { head: 'External id', width: 72, cell: ({ external_id }) => external_id },
        ] satisfies Column<StatementLine>[])),
    { head: 'Offer', width: isBuyer ? 130 : 78, cell: ({ offer }) => offer },
    { head: 'Program', width: isBuyer ? 90 : 60, cell: ({ program }) => program },
    { head: 'Reason', width: isBuyer ? 80 : 56, cell: ({ reason }) => reason },
    {
      head: 'Amount',
      width: 60,
      isAmount: true,
      cell: ({ amount_cents }) => (amount_cents === null ? null : formatCents(amount_cents)),
    },
  ];
}
