import { PDF, type PDFPage, rgb } from "@libpdf/core";
import { longTime } from "~/platform/formats/dates";
import { type Paragraph, parseParagraphs } from "./agreement-text";
import {
  type Direction,
  directionOf,
  type FontStack,
  layOutLine,
  missingLetters,
  type Stretch,
  stretchWidth,
} from "./line-layout.server";
import { missingLettersNote } from "./missing-letters.server";
import { type DocumentFonts, loadFonts, wrapText } from "./page-fonts.server";
import type { ReadFontFile } from "./script-fonts.server";

interface SignedAgreement {
  requestId: string;
  templateVersion: string;
  text: string;
  textHash: string;
  brand: string;
  legalEntity: string;
  artistId: string;
  email: string;
  typedName: string;
  signedAt: Date;
}

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 64, foot: 72 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
const INK = rgb(0.11, 0.082, 0.071);
const MUTED = rgb(0.4, 0.349, 0.322);
const ACCENT = rgb(0.518, 0.216, 0.122);

interface TextStyle {
  face: keyof DocumentFonts;
  size: number;
  lineHeight: number;
  spaceBefore: number;
  indent: number;
}
const TEXT_STYLES: Record<Paragraph["kind"], TextStyle> = {
  title: { face: "bold", size: 26, lineHeight: 32, spaceBefore: 0, indent: 0 },
  heading: { face: "bold", size: 11.5, lineHeight: 16, spaceBefore: 14, indent: 0 },
  text: { face: "regular", size: 10, lineHeight: 15, spaceBefore: 6, indent: 0 },
  item: { face: "regular", size: 10, lineHeight: 15, spaceBefore: 4, indent: 14 },
};
const SMALL_PRINT: TextStyle = {
  face: "regular",
  size: 8.5,
  lineHeight: 13,
  spaceBefore: 4,
  indent: 0,
};

interface LinePlace {
  x: number;
  y: number;
  size: number;
  color?: typeof INK;
  /** Of the paragraph that the line is part of. */
  direction?: Direction;
}

function drawLine(
  page: PDFPage,
  fonts: FontStack,
  line: string,
  { x, y, size, color = INK, direction = "ltr" }: LinePlace,
): void {
  let currentX = x;
  for (const stretch of layOutLine(fonts, line, direction)) {
    if (stretch.kind === "text")
      page.drawText(stretch.text, { x: currentX, y, size, font: stretch.font, color });
    else drawShapes(page, stretch, { x: currentX, y, size, color });
    currentX += stretchWidth(stretch, size);
  }
}

function drawShapes(
  page: PDFPage,
  { run, font }: Extract<Stretch, { kind: "shapes" }>,
  { x, y, size, color }: Required<Omit<LinePlace, "direction">>,
): void {
  const scale = size / font.unitsPerEm;
  let advance = 0;
  for (const [index, glyph] of run.glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = run.positions[index] ?? {};
    const path = glyph.path.toSVG();
    const place = { x: x + (advance + xOffset) * scale, y: y + yOffset * scale };
    if (path) page.drawSvgPath(path, { ...place, scale, flipY: false, color });
    advance += xAdvance;
  }
}

/** Writes paragraphs from top to bottom, and adds pages as needed. */
class PageWriter {
  readonly pages: PDFPage[] = [];
  private y = 0;
  constructor(
    private readonly pdf: PDF,
    readonly faces: DocumentFonts,
  ) {
    this.addPage();
  }

  private get page(): PDFPage {
    return this.pages.at(-1) ?? this.addPage();
  }

  private addPage(): PDFPage {
    const page = this.pdf.addPage({ size: "a4" });
    this.pages.push(page);
    this.y = PAGE.height - PAGE.margin;
    return page;
  }

  startPage(): void {
    this.addPage();
  }

  /** Starts a new page if less than this height remains. */
  reserve(height: number): void {
    if (this.y - height < PAGE.foot) this.addPage();
  }

  writeParagraph(text: string, style: TextStyle, bullet?: string): void {
    const { face, size, lineHeight, spaceBefore, indent } = style;
    const letters = this.faces[face];
    const direction = directionOf(text);
    this.y -= spaceBefore;
    // Keeps a heading together with the first lines below it.
    this.reserve(face === "bold" ? lineHeight * 8 : lineHeight);
    for (const [index, line] of wrapText(letters, text, size, WIDTH - indent).entries()) {
      this.reserve(lineHeight);
      this.y -= lineHeight;
      const x = PAGE.margin + indent;
      if (bullet && index === 0)
        drawLine(this.page, letters, bullet, { x: PAGE.margin, y: this.y, size, color: ACCENT });
      drawLine(this.page, letters, line, { x, y: this.y, size, direction });
    }
  }

  writeRow(name: string, value: string, { size, lineHeight } = TEXT_STYLES.text): void {
    const labelWidth = 150;
    const lines = wrapText(this.faces.regular, value, size, WIDTH - labelWidth);
    this.reserve(lineHeight * lines.length);
    for (const [index, line] of lines.entries()) {
      this.y -= lineHeight;
      const position = { y: this.y, size };
      if (index === 0)
        drawLine(this.page, this.faces.regular, name, {
          ...position,
          x: PAGE.margin,
          color: MUTED,
        });
      drawLine(this.page, this.faces.regular, line, {
        ...position,
        x: PAGE.margin + labelWidth,
        direction: directionOf(value),
      });
    }
    this.y -= 3;
  }

  drawRule(): void {
    this.y -= 18;
    const ends = {
      start: { x: PAGE.margin, y: this.y },
      end: { x: PAGE.margin + WIDTH, y: this.y },
    };
    this.page.drawLine({ ...ends, thickness: 1, color: ACCENT });
    this.y -= 6;
  }
}

const DRAWN_LETTERS_NOTE = "Some letters are drawn as shapes and cannot be copied.";
const NAME_IN_PROPERTIES = "The name as it was typed is the author in this file's properties.";

/**
 * The signed agreement as a PDF: the text, who signed it and when. Letters of scripts that the
 * embedded fonts lack are drawn as shapes, which cannot be searched or copied; the name as it was
 * typed is also the author in the properties.
 */
export async function signedDocument(agreement: SignedAgreement, readFontFile: ReadFontFile) {
  const { text, typedName, signedAt, requestId, templateVersion, textHash } = agreement;
  const rows: readonly (readonly [name: string, value: string])[] = [
    ["Signed by", typedName],
    ["Signed in as", `${agreement.artistId}, ${agreement.email}`],
    ["Signed at", `${longTime(signedAt.toISOString())} (${signedAt.toISOString()})`],
    ["Agreed with", agreement.legalEntity],
    ["Version of the agreement", templateVersion],
    ["Number of the signature", requestId],
  ];
  const statement = `The name was typed, and consent given, on the site of ${agreement.brand} by the person who was signed in. The SHA-256 is of the text above, as it was shown.`;
  const printed = [...rows.map(([, value]) => value), statement, text].join("\n");
  const pdf = PDF.create();
  const writer = new PageWriter(pdf, await loadFonts(pdf, readFontFile, printed));
  for (const { kind, text: paragraphText } of parseParagraphs(text))
    writer.writeParagraph(paragraphText, TEXT_STYLES[kind], kind === "item" ? "•" : undefined);
  writer.startPage();
  writer.writeParagraph("Evidence of the signature", TEXT_STYLES.title);
  writer.drawRule();
  for (const [name, value] of rows) writer.writeRow(name, value);
  writer.writeRow("SHA-256 of the text", textHash, { ...TEXT_STYLES.text, size: 7.5 });
  writer.writeParagraph(statement, SMALL_PRINT);
  const { regular } = writer.faces;
  const missing = missingLetters(regular, printed);
  const notes = [
    ...(missing.length > 0 ? [await missingLettersNote(missing)] : []),
    ...(regular.scripts.length > 0 ? [DRAWN_LETTERS_NOTE] : []),
  ];
  if (notes.length > 0)
    writer.writeParagraph([...notes, NAME_IN_PROPERTIES].join(" "), SMALL_PRINT);
  for (const [index, page] of writer.pages.entries()) {
    const footer = `Artist Agreement ${templateVersion}  ·  ${requestId}  ·  ${index + 1} of ${writer.pages.length}`;
    drawLine(page, writer.faces.regular, footer, { x: PAGE.margin, y: 40, size: 8, color: MUTED });
  }
  pdf.setTitle(`Artist Agreement, ${agreement.brand}`);
  pdf.setAuthor(typedName);
  pdf.setSubject(`Signature ${requestId}; SHA-256 of the text ${textHash}`);
  pdf.setLanguage("en-GB");
  pdf.setCreationDate(signedAt);
  pdf.setModificationDate(signedAt);
  return pdf.save({ subsetFonts: true });
}
