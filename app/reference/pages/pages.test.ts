import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { agreementText } from "~/domain/artists/agreement/agreement-text";
import { TERM_MONTHS, termsSummary } from "~/domain/artists/agreement/terms";
import { longSentences, readingGrade } from "../../../tests/support/page-parts";
import { about } from "./about";
import { cookiePolicy } from "./cookie-policy";
import { dataProtection } from "./data-protection";
import { faq } from "./faq";
import { home } from "./home";
import { learnMore } from "./learn-more";
import {
  anchorOf,
  applicableText,
  applicableTexts,
  type Block,
  fillPlaceholders,
  isList,
  type Label,
  type PageContent,
  type Passage,
  plainText,
  questionsOf,
  type Words,
} from "./page-content";
import { privacyPolicy } from "./privacy-policy";
import { termsOfService } from "./terms-of-service";

const pages: Record<string, PageContent> = {
  "/learn-more": learnMore,
  "/faq": faq,
  "/about": about,
  "/terms-of-service": termsOfService,
  "/privacy-policy": privacyPolicy,
  "/cookie-policy": cookiePolicy,
  "/data-protection": dataProtection,
};
const legal = Object.entries(pages).filter(([, page]) => page.legal);
const plain = Object.entries(pages).filter(([, page]) => !page.legal);

const toPlainText = (words: Words) => (typeof words === "string" ? words : words.text);

function passageTexts(passage: Passage): string[] {
  if (!isList(passage)) return [toPlainText(passage)];
  return "listOf" in passage ? [...termsSummary[passage.listOf]] : passage.list.map(toPlainText);
}

function toTexts(block: Block): string[] {
  if (typeof block === "string" || "when" in block || isList(block)) return passageTexts(block);
  if ("action" in block) return [block.action.text];
  const entries =
    "steps" in block ? block.steps : "questions" in block ? block.questions : block.terms;
  return Object.entries(entries).flatMap(([title, text]) => [
    title,
    ...[text].flat().flatMap(passageTexts),
  ]);
}

const allTexts = ({ title, description, lead, next, sections }: PageContent) => [
  title,
  description,
  lead,
  ...(next ? [next.before, next.text, next.inscription] : []),
  ...Object.entries(sections).flatMap(([heading, blocks]) => [heading, ...blocks.flatMap(toTexts)]),
];

/** All link targets within a page. */
const findAnchors = (page: PageContent) =>
  [...Object.keys(page.sections), ...questionsOf(page).map(([title]) => title)].map(anchorOf);

test("the terms have the 11 sections that the specification names, in its order", () => {
  expect(Object.keys(termsOfService.sections)).toEqual([
    "Acceptance",
    "Service description",
    "User obligations",
    "Content rights",
    "Payment and royalties",
    "Prohibited content",
    "Liability",
    "Dispute resolution",
    "Termination",
    "Changes",
    "Contact",
  ]);
  const disputes = termsOfService.sections["Dispute resolution"]?.flatMap(toTexts).join(" ");
  expect(disputes).toContain("governed by the law of the United Kingdom");
});

test.each([
  ["/privacy-policy", 11],
  ["/cookie-policy", 8],
  ["/data-protection", 8],
])("%s has %i sections", (path, sections) => {
  expect(Object.keys(pages[path]?.sections ?? {})).toHaveLength(sections);
});

test.each(legal)("%s says that it was last updated in May 2025", (_, page) => {
  expect(page.legal?.updated).toBe("May 2025");
});

test("the privacy policy names every period of the specification, the age and the 30 days", () => {
  const policyText = allTexts(privacyPolicy).join("\n");
  for (const period of [
    "Account\nAs long as you have it, plus 2 years.",
    "Submissions\n7 years.",
    "Music files\nThe length of the distribution agreement, plus 3 years.",
    "Payment records\n7 years.",
    "Analytics\n2 years.",
    "Support\n3 years.",
    "not for anyone under 16",
    "answer within 30 days",
  ])
    expect(policyText).toContain(period);
});

test("the cookie policy tells of a consent tool", () => {
  expect(allTexts(cookiePolicy).join("\n")).toContain("consent tool");
});

/** All texts of the home page, which has its own format. */
const textsIn = (part: unknown): string[] =>
  typeof part === "string"
    ? [part]
    : part instanceof Object
      ? Object.values(part).flatMap(textsIn)
      : [];

const pageTexts: [string, string[]][] = [
  ["/", textsIn(home)],
  ...plain.map(([path, page]): [string, string[]] => [path, allTexts(page)]),
];

test.each(pageTexts)("no sentence of %s is longer than 25 words", (_, texts) => {
  expect(texts.flatMap((text) => longSentences(text))).toEqual([]);
});

/** Legal sentences are longer; long enumerations must be lists. */
const MAX_LEGAL_WORDS = 60;

test.each(legal)("no sentence of %s is longer than law needs", (_, page) => {
  const long = allTexts(page).flatMap((text) => longSentences(text, MAX_LEGAL_WORDS));
  expect(long).toEqual([]);
});

test.each(pageTexts)("%s reads with ease at the age of twelve", (_, texts) => {
  expect(readingGrade(texts)).toBeLessThan(7);
});

describe.each(Object.entries(pages))("%s", (_, page) => {
  test("has a description that search engines show whole", () => {
    expect(page.description.length).toBeLessThanOrEqual(160);
    expect(page.description.length).toBeGreaterThan(50);
  });

  test("has every place once", () => {
    const anchors = findAnchors(page);
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  test("links only to pages and places that are there", () => {
    const targets = allTexts(page).flatMap((text) =>
      Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, target = ""]) => target),
    );
    for (const target of targets.filter((link) => !/^(mailto:|https:)/.test(link))) {
      const [path = "", place] = target.split("#");
      const files = [
        `_public${path.replace("/", ".")}`,
        `_portal.${path.slice(1).replaceAll("/", "_.")}`,
        path.slice(1).replaceAll("/", "."),
      ];
      const routes = files.map((file) => new URL(`../../routes/${file}.tsx`, import.meta.url));
      expect([target, routes.some((route) => existsSync(route))]).toEqual([target, true]);
      if (place) expect(findAnchors(pages[path] ?? page)).toContain(place);
    }
  });
});

const label: Label = {
  brand: "Quay",
  legalEntity: "Quay Records Ltd",
  address: "1 Harbour Road",
  support: "help@quay.example",
  site: "https://quay.example",
  about: "/about-quay-",
  agreement: termsSummary,
  facts: ["address"],
  social: [],
};

test("placeholders are replaced by the label's values", () => {
  expect(fillPlaceholders("{brand} is {legalEntity}, {address}: {support}", label)).toBe(
    "Quay is Quay Records Ltd, 1 Harbour Road: help@quay.example",
  );
});

test("texts about features that a label has not configured are left out", () => {
  const letters = { when: "mail", text: "You get a letter." } as const;
  expect(applicableText(letters, label)).toBeUndefined();
  expect(applicableText(letters, { facts: ["mail"] })).toBe("You get a letter.");
});

test.each(Object.entries(pages))("on %s nothing is left to be filled in", (_, page) => {
  for (const text of allTexts(page))
    expect(fillPlaceholders(text, label)).not.toMatch(/[{}]|undefined/);
});

const parties = { ...label, artist: { name: "Ada", artistName: "", artistId: "A-7K4P29" } };
const agreement = agreementText(parties).replace(/\s+/g, " ");

function answerTo(question: string): string {
  const [, answer = []] = questionsOf(faq).find(([title]) => title === question) ?? [];
  const texts = answer.flatMap((passage) => applicableTexts(passage, label));
  return texts.map((text) => plainText(text, label)).join("\n");
}

test("the home page has questions of the FAQ", () => {
  const titles = questionsOf(faq).map(([title]) => title);
  expect(titles.filter((title) => home.questions.some((each) => each === title))).toEqual(
    home.questions,
  );
});

test("earnings and their dates are described as in the agreement", () => {
  const answer = answerTo("What do I earn, and when?");
  const { shares, accountingDates, accountingDays, smallestPayment } = termsSummary;
  expect(shares.length).toBeGreaterThan(0);
  for (const words of [...shares, accountingDates, `${accountingDays} days of`, smallestPayment]) {
    expect(answer).toContain(words);
    expect(agreement).toContain(words);
  }
});

test("every page describes the agreement as the agreement itself does", () => {
  const learnMoreText = allTexts(learnMore)
    .map((text) => fillPlaceholders(text, label))
    .join("\n");
  for (const answer of [answerTo("What is the artist agreement?"), learnMoreText]) {
    for (const words of [`${TERM_MONTHS} months`, `${termsSummary.noticeDays} days' notice`]) {
      expect(answer).toContain(words);
      expect(agreement).toContain(words);
    }
    expect(answer).toContain("from month to month");
    expect(answer).toContain("You keep the copyright");
  }
  expect(agreement).toContain("After that it goes on from month to month");
  expect(agreement).toContain("You keep the copyright in your recordings and your songs");
  expect(JSON.stringify(home)).toContain(`"takes":"${TERM_MONTHS} months"`);
});

const everywhere = [home, ...Object.values(pages)].map((page) => JSON.stringify(page)).join("\n");

test("no page promises a signature of ours, nor that signing costs the copyright", () => {
  expect(everywhere).not.toMatch(
    /(you and we|both of us) have signed|by you and by us|sign together/i,
  );
  expect(everywhere).not.toMatch(/Only an agreement that you sign/);
  for (const page of [learnMore, faq])
    expect(JSON.stringify(page)).toContain("before you have signed it");
  expect(JSON.stringify(termsOfService)).toContain(
    "only after you have signed an artist agreement",
  );
});

test("the reply to a release is promised in business days; that of the waiting list in days", () => {
  const days = everywhere.match(/7-10 (business )?days/g) ?? [];
  expect(days.filter((words) => words === "7-10 days")).toHaveLength(1);
  const answer = answerTo("What if submissions are closed?");
  expect(answer).toContain("waiting list");
  expect(answer).toContain("within 7-10 days");
});
