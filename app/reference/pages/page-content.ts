/*
 * The format of the public pages' texts, so that a label can edit them without touching code. In a
 * text, `{brand}` and other placeholders are filled in from the settings, `[words](/path)` is a link
 * and `**words**` is bold.
 */

/** Features that a label may have configured; conditional texts depend on them. */
type LabelFeature =
  | "board"
  | "drive"
  | "spotify"
  | "mail"
  | "signing"
  | "address"
  | "no-address"
  /** The legal entity has another name than the label. */
  | "legal-entity"
  | "no-legal-entity";

/** A text for labels with that feature. */
interface ConditionalText {
  when: LabelFeature;
  text: string;
}

export type Words = string | ConditionalText;

/** A list of texts, or the artist's shares from the current agreement. */
export type List = { list: readonly Words[] } | { listOf: "shares" };

export type Passage = Words | List;

export type Passages = Passage | readonly Passage[];

/** Steps, questions or terms with their texts, by their titles. */
type Titled = Readonly<Record<string, Passages>>;

/** A bare text is a paragraph. */
export type Block =
  | Passage
  | { steps: Titled }
  | { questions: Titled }
  /** `code` for technical names. */
  | { terms: Titled; code?: true }
  | { action: { text: string; path: string } };

export interface PageContent {
  title: string;
  /** For search engines and link previews: one or two sentences, at most 160 characters. */
  description: string;
  lead: string;
  /** Legal texts have numbered sections, a date of their last change, and no picture. */
  legal?: { updated: string };
  /** The side of the record on which the page is; legal pages have none. */
  side?: "A" | "B" | "C";
  /** The next page, and the inscription in the groove. */
  next?: { before: string; text: string; path: string; inscription: string };
  /** By their headings. */
  sections: Readonly<Record<string, readonly Block[]>>;
}

/** A summary of the agreement, from the same source as the agreement itself. */
interface AgreementTerms {
  termMonths: number;
  noticeDays: number;
  law: string;
  accountingDates: string;
  accountingDays: number;
  smallestPayment: string;
  /** The artist's share of each kind of income. */
  shares: readonly string[];
}

/** Values of placeholders, and the features that decide which texts are shown. */
export interface Label {
  brand: string;
  legalEntity: string;
  address: string;
  support: string;
  /** Origin of the site. */
  site: string;
  /** Path of its page about itself. */
  about: string;
  agreement: AgreementTerms;
  facts: readonly LabelFeature[];
  social: readonly { name: string; href: string }[];
}

const PLACEHOLDERS =
  /\{(brand|legalEntity|address|support|site|about|termMonths|noticeDays|law|accountingDates|accountingDays|smallestPayment)\}/g;

/** Replaces placeholders by the label's and the agreement's values. */
export function fillPlaceholders(text: string, label: Label): string {
  const values = { ...label, ...label.agreement };
  return text.replace(PLACEHOLDERS, (_, name) => String(Reflect.get(values, name)));
}

/** Plain text without markup. */
export function plainText(text: string, label: Label): string {
  return fillPlaceholders(text, label)
    .replace(/\[([^[\]]+)\]\([^()]+\)/g, "$1")
    .replace(/\*\*/g, "");
}

/** The text, if it applies to this label. */
export function applicableText(words: Words, { facts }: Pick<Label, "facts">): string | undefined {
  if (typeof words === "string") return words;
  return facts.includes(words.when) ? words.text : undefined;
}

export function isList(block: Block): block is List {
  return typeof block !== "string" && ("list" in block || "listOf" in block);
}

/** The questions of a page with their answers. */
export const questionsOf = ({ sections }: PageContent) =>
  Object.values(sections)
    .flat()
    .flatMap((block) =>
      typeof block === "object" && "questions" in block ? Object.entries(block.questions) : [],
    )
    .map(([question, answer]) => [question, [answer].flat()] as const);

/** The applicable texts of a paragraph or list. */
export function applicableTexts(
  passage: Passage,
  label: Pick<Label, "facts" | "agreement">,
): readonly string[] {
  if (!isList(passage)) return [applicableText(passage, label) ?? []].flat();
  if ("listOf" in passage) return label.agreement[passage.listOf];
  return passage.list.flatMap((words) => applicableText(words, label) ?? []);
}

export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/\{brand\}/g, "us")
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
}
