import { setRetryAfter } from "./formats/retry-after";

// Attributes are in double quotes, so apostrophes need no escape.
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

interface PlainPage {
  title: string;
  /** What happened and what to do; a paragraph each. */
  text: string | readonly string[];
  supportEmail?: string | undefined;
  brand?: string | undefined;
  /** On the label of the drawn record; by default the status. */
  mark?: string;
  /** The look of the record: see `disc.css`. */
  state?: "missing" | "over" | "broken";
  canRetry?: true;
  retryAfter?: number;
}

export const PLAIN_STYLES = "/plain.css";

/** A page without scripts, for errors that no other page can show, and for maintenance. */
export function plainPage(status: number, page: PlainPage): Response {
  const { title, text, supportEmail, brand, state, canRetry, retryAfter } = page;
  const supportLink = supportEmail && escapeHtml(supportEmail);
  const mark = page.mark ?? String(status);
  const [lead = "", ...paragraphs] = typeof text === "string" ? [text] : text;
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(brand ? `${title} · ${brand}` : title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${PLAIN_STYLES}">
</head>
<body>
<header class="plain-header"><a href="/">${escapeHtml(brand ?? "Home")}</a></header>
<main class="plain-main disc-page">
<div class="disc-words">
<h1>${escapeHtml(title)}</h1>
<p class="plain-lead">${escapeHtml(lead)}</p>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>\n`).join("")}${canRetry ? `<a class="way-on" href="">Try again</a>\n` : ""}${supportLink ? `<p class="plain-small">Stuck? Write to <a href="mailto:${supportLink}">${supportLink}</a>.</p>\n` : ""}</div>
<div class="disc" aria-hidden="true"${state ? ` data-state="${state}"` : ""}><span>${escapeHtml(mark)}</span></div>
</main>
</body>
</html>
`;
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
  });
  setRetryAfter(headers, retryAfter);
  return new Response(html, { status, headers });
}

export function isBrowserNavigation({ headers }: Pick<Request, "headers">): boolean {
  return headers.get("Accept")?.includes("text/html") ?? false;
}
