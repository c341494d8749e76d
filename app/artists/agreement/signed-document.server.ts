import { PDF, type PDFPage, rgb } from "@libpdf/core";
import { longTime } from "~/platform/formats/dates";
import { type Paragraph, parseParagraphs } from "./agreement-text";
import {
  canDraw,
  type DocumentFonts,
  embedFonts,
  type FontStack,
  fontRuns,
  wrapText,
} from "./page-fonts.server";

/** What a signed agreement says beside its text. */
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

/** In points: A4, and what is kept free around the text. */
const SHEET = { width: 595.28, height: 841.89, margin: 64, foot: 72 };
const WIDTH = SHEET.width - 2 * SHEET.margin;
const INK = rgb(0.11, 0.082, 0.071);
const MUTED = rgb(0.4, 0.349, 0.322);
const ACCENT = rgb(0.518, 0.216, 0.122);

/** How a kind of paragraph is set, in points. */
interface Setting {
  face: keyof DocumentFonts;
  size: number;
  line: number;
  before: number;
  indent: number;
}
const SETTINGS: Record<Paragraph["kind"], Setting> = {
  title: { face: "bold", size: 26, line: 32, before: 0, indent: 0 },
  heading: { face: "bold", size: 11.5, line: 16, before: 14, indent: 0 },
  text: { face: "regular", size: 10, line: 15, before: 6, indent: 0 },
  item: { face: "regular", size: 10, line: 15, before: 4, indent: 14 },
};
const SMALL: Setting = { face: "regular", size: 8.5, line: 13, before: 4, indent: 0 };

function drawLine(
  page: PDFPage,
  letters: FontStack,
  line: string,
  { x, y, size, color = INK }: { x: number; y: number; size: number; color?: typeof INK },
): void {
  let at = x;
  for (const { text, font } of fontRuns(letters, line)) {
    page.drawText(text, { x: at, y, size, font, color });
    at += font.getTextWidth(text, size);
  }
}

/** Sets paragraphs down a page and over to the next. */
class Setter {
  readonly pages: PDFPage[] = [];
  private y = 0;
  constructor(
    private readonly pdf: PDF,
    readonly faces: DocumentFonts,
  ) {
    this.turn();
  }

  private get page(): PDFPage {
    return this.pages.at(-1) ?? this.turn();
  }

  private turn(): PDFPage {
    const page = this.pdf.addPage({ size: "a4" });
    this.pages.push(page);
    this.y = SHEET.height - SHEET.margin;
    return page;
  }

  /** Goes over to the next page where less than that is left of this one. */
  keep(height: number): void {
    if (this.y - height < SHEET.foot) this.turn();
  }

  set(text: string, setting: Setting, mark?: string): void {
    const { face, size, line, before, indent } = setting;
    const letters = this.faces[face];
    this.y -= before;
    // A heading stays with the first lines of what it is about.
    this.keep(face === "bold" ? line * 8 : line);
    for (const [index, words] of wrapText(letters, text, size, WIDTH - indent).entries()) {
      this.keep(line);
      this.y -= line;
      const x = SHEET.margin + indent;
      if (mark && index === 0)
        drawLine(this.page, letters, mark, { x: SHEET.margin, y: this.y, size, color: ACCENT });
      drawLine(this.page, letters, words, { x, y: this.y, size });
    }
  }

  /** A name and what it says, beside each other. */
  row(name: string, value: string, { size, line } = SETTINGS.text): void {
    const beside = 150;
    const lines = wrapText(this.faces.regular, value, size, WIDTH - beside);
    this.keep(line * lines.length);
    for (const [index, words] of lines.entries()) {
      this.y -= line;
      const at = { y: this.y, size };
      if (index === 0)
        drawLine(this.page, this.faces.regular, name, { ...at, x: SHEET.margin, color: MUTED });
      drawLine(this.page, this.faces.regular, words, { ...at, x: SHEET.margin + beside });
    }
    this.y -= 3;
  }

  rule(): void {
    this.y -= 18;
    const ends = {
      start: { x: SHEET.margin, y: this.y },
      end: { x: SHEET.margin + WIDTH, y: this.y },
    };
    this.page.drawLine({ ...ends, thickness: 1, color: ACCENT });
    this.y -= 6;
  }
}

const LACKING =
  "Letters that this document's typeface lacks are given by their Unicode numbers. The name as it was typed is the author in this file's properties.";

/** The signed agreement as a PDF: its text, and who signed it, when and as what. */
export async function signedDocument(agreement: SignedAgreement): Promise<Uint8Array> {
  const { text, typedName, signedAt, requestId, templateVersion, textHash } = agreement;
  const pdf = PDF.create();
  const setter = new Setter(pdf, embedFonts(pdf));
  for (const { kind, text: words } of parseParagraphs(text))
    setter.set(words, SETTINGS[kind], kind === "item" ? "•" : undefined);
  // What is signed is never torn from who signed it.
  setter.keep(250);
  setter.rule();
  setter.set("Signed", SETTINGS.heading);
  setter.row("Signed by", typedName);
  setter.row("Signed in as", `${agreement.artistId}, ${agreement.email}`);
  setter.row("Signed at", `${longTime(signedAt.toISOString())} (${signedAt.toISOString()})`);
  setter.row("Agreed with", agreement.legalEntity);
  setter.row("Version of the agreement", templateVersion);
  setter.row("Number of the signature", requestId);
  setter.row("SHA-256 of the text", textHash, { ...SETTINGS.text, size: 7.5 });
  setter.set(
    `The name was typed, and consent given, on the site of ${agreement.brand} by the person who was signed in. The SHA-256 is of the text above, as it was shown.`,
    SMALL,
  );
  if (!canDraw(setter.faces.regular, `${typedName}${text}`.replaceAll("\n", "")))
    setter.set(LACKING, SMALL);
  for (const [index, page] of setter.pages.entries()) {
    const foot = `Artist Agreement ${templateVersion}  ·  ${requestId}  ·  ${index + 1} of ${setter.pages.length}`;
    drawLine(page, setter.faces.regular, foot, { x: SHEET.margin, y: 40, size: 8, color: MUTED });
  }
  pdf.setTitle(`Artist Agreement, ${agreement.brand}`);
  pdf.setAuthor(typedName);
  pdf.setSubject(`Signature ${requestId}; SHA-256 of the text ${textHash}`);
  pdf.setLanguage("en-GB");
  pdf.setCreationDate(signedAt);
  pdf.setModificationDate(signedAt);
  return pdf.save({ subsetFonts: true });
}
