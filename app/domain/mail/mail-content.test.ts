import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { draftExpiryMail } from "./draft-expiry";
import { type Block, renderMailHtml, renderMailText } from "./mail-content";
import { palettes } from "./mail-styles";
import { resumeLinkMail } from "./resume-link";
import { signInLinkMail } from "./sign-in-link";
import { staffAlertMail } from "./staff-alerts";
import { statusChangeMail } from "./status-mail";

const brand = { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 };
const url = "https://submit.example.com/x?a=1&b=2";

/** The words of a body in their order, whichever it is. */
function words(body: string): string[] {
  return body
    .replace(/<head>.*<\/head>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .toLowerCase()
    .replace(/^\d\. /gm, "")
    .replaceAll(":", "")
    .split(/\s+/)
    .filter(Boolean);
}

const blocks: Block[] = [
  "Hello Ada's & co,",
  { kind: "heading", text: "What we received" },
  { kind: "quote", text: "The vocals clip.\nOnce." },
  { kind: "link", label: "Go on", url },
  { kind: "keys", facts: [["Reply due by", "March 12, 2027"]] },
  { kind: "facts", facts: [["Artist", "Ada\n& The Engines"]] },
  { kind: "receipt", files: [["two.wav", "5e".repeat(32)]] },
  { kind: "steps", steps: ["We listen.", "We reply."] },
];

const change = { submissionId: "S", reference: "R", recipient: "a@b.example", name: "Ada" };
const letters: [string, { text: string; html: string }][] = [
  [
    "every block",
    {
      text: renderMailText({ subject: "s", brand: "Mahogany", blocks }),
      html: renderMailHtml({ subject: "s", brand: "Mahogany", blocks }),
    },
  ],
  [
    "resume link",
    resumeLinkMail({ recipient: "a", url, keyHash: "h", until: "May 1, 2027" }, brand),
  ],
  [
    "sign-in link",
    signInLinkMail(
      { recipient: "a", url, tokenHash: "h", minutes: 15, until: "noon", greeted: {} },
      brand,
    ),
  ],
  [
    "draft expiry",
    draftExpiryMail({ draftId: "D", recipient: "a", url, expiresAt: "2027-03-12" }, brand),
  ],
  [
    "status change",
    statusChangeMail(
      { ...change, release: "R", status: "rejected", at: "1", reason: "Too\nloud." },
      brand,
    ),
  ],
  ["alert", staffAlertMail({ key: "k", subject: "s", sentences: ["One."], url }, "t", brand)],
];

test.each(letters)("both bodies of %s say the same", (_, { text, html }) => {
  expect(words(html)).toEqual(words(text));
  expect(words(text)[0]).toBe("mahogany");
});

test.each(letters)("%s loads nothing and runs nothing", (_, { html }) => {
  expect(html).not.toMatch(/<(script|img|link|iframe|form)\b|url\(|@import|@font-face/i);
  // One quote too many in a look would end its attribute.
  for (const [, style] of html.matchAll(/ style="([^"]*)"/g)) expect(style).toMatch(/^[^<>]+$/);
  expect(html.match(/ style="/g)?.length).toBe([...html.matchAll(/ style="[^"]*"[ >]/g)].length);
});

test("mails use the colours of the site's theme", () => {
  const path = new URL("../../ui/theme/tokens.css", import.meta.url);
  const [light = "", dark = ""] = readFileSync(path, "utf8").split("prefers-color-scheme: dark");
  const hexOf = (sheet: string, token: string) =>
    new RegExp(`--${token}: (#[0-9a-f]{6});`).exec(sheet)?.[1];
  for (const [name, sheet] of [["light", light] as const, ["dark", dark] as const])
    for (const [token, hex] of Object.entries(palettes[name]))
      expect([token, hexOf(sheet, token === "wash" ? "accent-wash" : token)]).toEqual([token, hex]);
});
