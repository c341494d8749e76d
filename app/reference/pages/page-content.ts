/*
 * How the words of the public pages are written down, so that a label edits them without touching
 * code. In a text `{brand}` and its kind are filled in from the settings, `[words](/path)` is a link
 * and `**words**` stand out.
 */

/** What a label may or may not have set up: a text about it is shown only where it is so. */
type LabelFeature =
  | "board"
  | "drive"
  | "spotify"
  | "mail"
  | "signing"
  | "address"
  | "no-address"
  /** Whether who answers in law has another name than the label. */
  | "legal-entity"
  | "no-legal-entity";

/** A text that is true only where the label has that. */
interface ConditionalText {
  when: LabelFeature;
  text: string;
}

export type Words = string | ConditionalText;

/** A list: of texts, or of what the agreement of today pays an artist. */
export type List = { list: readonly Words[] } | { listOf: "shares" };

/** A paragraph, or a list between two. */
export type Passage = Words | List;

/** A step of a way, or a question: what it is called, and what is said of it. */
export interface Titled {
  title: string;
  text: readonly Passage[];
}

/** What a page is made of, from its top to its end. A bare text is a paragraph. */
export type Block =
  | Passage
  | { steps: readonly Titled[] }
  | { questions: readonly Titled[] }
  /** Names and what is to be said of each; `code` for names that machines use. */
  | { terms: readonly Titled[]; code?: true }
  | { action: { text: string; path: string } };

interface Section {
  heading: string;
  blocks: readonly Block[];
}

/** A page that is there to be read. */
export interface PageContent {
  title: string;
  /** For search engines and whoever is sent the link: one or two sentences, at most 160 characters. */
  description: string;
  lead: string;
  /** Legal texts have numbered sections, the day of their last change, and no picture. */
  legal?: { updated: string };
  /** Where it stands on the record that all these pages are; law is not on it. */
  side?: "A" | "B" | "C";
  /** Which page to turn to after it, and what is scratched into the groove at its end. */
  next?: { before: string; text: string; path: string; inscription: string };
  sections: readonly Section[];
}

/** What an artist agrees to with the label, in short: the agreement itself has it from the same place. */
interface AgreementTerms {
  termMonths: number;
  noticeDays: number;
  law: string;
  accountingDates: string;
  accountingDays: number;
  smallestPayment: string;
  /** What of each kind of income is the artist's. */
  shares: readonly string[];
}

/** What is filled into the texts, and what decides which of them are shown. */
export interface Label {
  brand: string;
  /** Who answers for the site in law. */
  legalEntity: string;
  address: string;
  support: string;
  /** Where the site lives, without a path. */
  site: string;
  /** Where its page about itself lives. */
  about: string;
  agreement: AgreementTerms;
  facts: readonly LabelFeature[];
  /** Its pages elsewhere. */
  social: readonly { name: string; href: string }[];
}

const FILLED =
  /\{(brand|legalEntity|address|support|site|about|termMonths|noticeDays|law|accountingDates|accountingDays|smallestPayment)\}/g;

/** A text with the label's own words, and what its agreement says, in their places. */
export function fillPlaceholders(text: string, label: Label): string {
  const words = { ...label, ...label.agreement };
  return text.replace(FILLED, (_, name) => String(Reflect.get(words, name)));
}

/** A text as it is read aloud, without what marks links and names. */
export function plainText(text: string, label: Label): string {
  return fillPlaceholders(text, label)
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replace(/\*\*/g, "");
}

/** The text, where it is true of this label. */
export function applicableText(words: Words, { facts }: Pick<Label, "facts">): string | undefined {
  if (typeof words === "string") return words;
  return facts.includes(words.when) ? words.text : undefined;
}

/** Whether it is a list, and not a paragraph or anything else. */
export function isList(block: Block): block is List {
  return typeof block !== "string" && ("list" in block || "listOf" in block);
}

/** A paragraph or the items of a list, as far as they are true of this label. */
export function applicableTexts(
  passage: Passage,
  label: Pick<Label, "facts" | "agreement">,
): readonly string[] {
  if (!isList(passage)) return [applicableText(passage, label) ?? []].flat();
  if ("listOf" in passage) return label.agreement[passage.listOf];
  return passage.list.flatMap((words) => applicableText(words, label) ?? []);
}

/** How a heading is reached by a link. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/\{brand\}/g, "us")
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
